import { z } from 'zod'
import { namesExcluded } from '../../files/excluded-files.ts'
import type { IndexQueries } from '../../index-db/index-reader.ts'
import { archiveFolder } from '../../index-db/note-filter.ts'
import { formatDate } from '../../markdown/read/note-dates.ts'
import { momentOfWords } from '../../model/local-day.ts'
import { nearest } from '../../model/nearest.ts'
import { isInside } from '../../model/note-path.ts'
import { keysOf, metadataOperators, propertyOf, readMetadataFilters } from '../../search/metadata-filter.ts'
import {
  isProperty,
  searchStructured,
  unknownProperties,
  type SortKey,
} from '../../search/search-structured.ts'
import { ownValue } from '../../model/own-value.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { filterFields, hitFields, tellUnknownFields } from '../filter-fields.ts'
import { meantType } from '../meant-filter.ts'
import { readLimit, writtenTime } from '../note-filter-input.ts'
import { listedNote, toListedNote } from '../notes/note-output.ts'

const newestFirst: readonly SortKey[] = [{ field: 'updated', order: 'desc' }]

const structuredHit = listedNote.extend({
  score: z.number(),
  snippet: z.string(),
  line: z.number(),
  lastUpdated: z.string().optional(),
})

export const searchNotesAdvanced = defineVaultsTool({
  name: 'search_notes_advanced',
  title: 'Search notes by metadata',
  toolset: 'search',
  description:
    'Find notes by type, metadata, dates and contained text, sorted; all conditions must hold. Numbers compare as numbers, dates as dates; a note without the key is != any value. archives/ is left out unless type names it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  paged: { list: 'results', limit: 20, max: 500, names: ['id'] },
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
    results: z.array(structuredHit),
    message: z.string().optional(),
  }),
  async handler({ limit, offset, ...given }, vault, ctx) {
    const now = ctx.now()
    const read = (name: 'updated_within' | 'updated_before' | 'created_within') => {
      const text = given[name] === undefined ? undefined : momentOfWords(given[name], now, 'first')
      return text === undefined ? {} : { time: readLimit(name, text, now), day: writtenTime(text) }
    }
    await vault.index.settled()
    const type = given.type === undefined ? undefined : await meantType(vault, given.type)
    const isArchive = type !== undefined && isInside(type, archiveFolder)
    const [since, until, created] = [read('updated_within'), read('updated_before'), read('created_within')]
    const query = {
      filter: {
        type,
        since: since.time,
        sinceDay: since.day,
        until: justBefore(until.time),
        untilDay: justBefore(until.day),
        includeArchived: isArchive,
        includeExcluded: namesExcluded(vault.settings, type),
      },
      metadata: readMetadataFilters(given.metadata_filters),
      createdSince: created.time,
      createdSinceDay: created.day,
      contains: given.content_contains,
      sort: given.sort ?? newestFirst,
    }
    const { hits, total, message } = await vault.index.query(async ({ queries }) => {
      const found = await searchStructured(queries, query, { limit, offset })
      const filtered = found.total === 0 ? keysOf(query.metadata) : []
      const sorted = query.sort.filter(isProperty).map(({ field }) => propertyOf(field))
      return { ...found, message: await sayUnknown(queries, [...filtered, ...sorted]) }
    })
    return {
      results: hits.map(({ note, snippet, line }) => {
        const listed = toListedNote(note)
        return { ...listed, lastUpdated: listed.updated, score: 1, snippet, line }
      }),
      total,
      ...(message !== null && { message }),
    }
  },
  merge: (joined, parts, { sort }) => ({
    ...joined,
    message: parts.every(({ message }) => message !== undefined) ? parts[0]?.message : undefined,
    results: joined.results.toSorted(compareBySort(sort ?? newestFirst)),
  }),
  finish: (output, { fields }) => ({
    ...tellUnknownFields(output, fields, Object.keys(structuredHit.shape)),
    results: output.results.map((hit) => filterFields(hit, fields, hitFields)),
  }),
})

/** Says which properties no note has, and what may be meant. */
async function sayUnknown(queries: IndexQueries, keys: readonly string[]): Promise<string | null> {
  if (keys.length === 0) return null
  const { unknown, known } = await unknownProperties(queries, [...new Set(keys)])
  const said = unknown.map((key) => {
    const [likely] = nearest(key, known)
    return `No note has the property "${key}"${likely === undefined ? '' : `, but "${likely}"`}.`
  })
  return said.length === 0 ? null : said.slice(0, mostSaid).join(' ')
}

const mostSaid = 5

function justBefore(time: string | undefined): string | undefined {
  return time && formatDate(Date.parse(`${time.replace(' ', 'T')}Z`) - 1_000)
}

interface Sorted {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** The order of the index, for lists of several vaults: what has no value comes last, numbers before texts. */
function compareBySort(sort: readonly SortKey[]): (a: Sorted, b: Sorted) => number {
  return (a, b) => {
    for (const { field, order } of sort) {
      const [x, y] = [valueOf(a, field), valueOf(b, field)]
      if (x === null && y === null) continue
      if (x === null || y === null) return x === null ? 1 : -1
      const difference = compare(x, y)
      if (difference !== 0) return order === 'asc' ? difference : -difference
    }
    return 0
  }
}

function compare(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function valueOf(note: Sorted, field: string): string | number | null {
  const ofMetadata = ownValue(note.metadata ?? {}, field.replace(/^metadata\./, ''))
  const value: unknown = [ownValue({ ...note }, field) ?? ofMetadata].flat()[0]
  if (typeof value === 'number') return value
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  const text = String(value)
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text.toLowerCase()
}
