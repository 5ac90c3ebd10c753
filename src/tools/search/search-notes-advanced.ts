import { z } from 'zod'
import { namesExcluded } from '../../files/excluded-files.ts'
import { archiveFolder } from '../../index-db/note-filter.ts'
import { isInside } from '../../model/note-path.ts'
import { metadataOperators, readMetadataFilters } from '../../search/metadata-filter.ts'
import { searchStructured, type SortKey } from '../../search/search-structured.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { filterFields, searchFields } from '../filter-fields.ts'
import { readLimit } from '../note-filter-input.ts'
import { listedNote, toListedNote } from '../notes/note-output.ts'
import { compareBySort } from './compare-by-sort.ts'

const newestFirst: readonly SortKey[] = [{ field: 'updated', order: 'desc' }]

export const searchNotesAdvanced = defineVaultsTool({
  name: 'search_notes_advanced',
  title: 'Search notes by metadata',
  toolset: 'search',
  description:
    'Find notes by type, metadata, dates and contained text, sorted; all conditions must hold. Numbers compare as numbers, dates as dates; a note without the key is != any value.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  paged: { list: 'results', limit: 20, max: 500 },
  input: z.object({
    type: z.string().max(300).optional().describe('Only notes of this type.'),
    metadata_filters: z
      .array(z.record(z.string(), z.unknown()))
      .max(50)
      .default([])
      .describe(
        `{key, operator, value} with ${metadataOperators.join(' ')}; or a group {"any": [filters]}, {"all": [filters]}.`,
      ),
    updated_within: z.string().max(40).optional().describe('Span (7d, 4w, 6m, 1y) or date.'),
    updated_before: z.string().max(40).optional().describe('Not changed since.'),
    created_within: z.string().max(40).optional().describe('As updated_within.'),
    content_contains: z.string().max(1_000).optional().describe('Text in the content, any case.'),
    sort: z
      .array(
        z.strictObject({
          field: z.string().min(1).max(300).describe('title, updated, size … or metadata key.'),
          order: z.enum(['asc', 'desc']).default('asc').describe('Direction.'),
        }),
      )
      .max(5)
      .optional()
      .describe('Newest first if left out.'),
  }),
  output: z.object({
    results: z.array(
      listedNote.extend({
        score: z.number(),
        snippet: z.string(),
        line: z.number(),
        lastUpdated: z.string().optional(),
      }),
    ),
  }),
  async handler({ limit, offset, ...given }, vault, ctx) {
    const now = ctx.now()
    const read = (name: 'updated_within' | 'updated_before' | 'created_within') => {
      const text = given[name]
      return text === undefined ? undefined : readLimit(name, text, now)
    }
    const isArchive = given.type !== undefined && isInside(given.type, archiveFolder)
    const query = {
      filter: {
        type: given.type,
        since: read('updated_within'),
        until: read('updated_before'),
        includeArchived: isArchive,
        includeExcluded: namesExcluded(vault.settings, given.type),
      },
      metadata: readMetadataFilters(given.metadata_filters),
      createdSince: read('created_within'),
      contains: given.content_contains,
      sort: given.sort ?? newestFirst,
    }
    await vault.index.settled()
    const { hits, total } = await vault.index.query(({ queries }) =>
      searchStructured(queries, query, { limit, offset }),
    )
    return {
      results: hits.map(({ note, snippet, line }) => {
        const listed = toListedNote(note)
        return { ...listed, lastUpdated: listed.updated, score: 1, snippet, line }
      }),
      total,
    }
  },
  merge(parts, { sort }) {
    return {
      results: parts.flatMap(({ results }) => results).sort(compareBySort(sort ?? newestFirst)),
      total: parts.reduce((sum, { total }) => sum + total, 0),
    }
  },
  finish: (output, { fields }) => ({
    ...output,
    results: output.results.map(({ score, snippet, line, ...note }) => ({
      ...filterFields(note, fields, ['vault_id', ...searchFields]),
      score,
      snippet,
      line,
    })),
  }),
})
