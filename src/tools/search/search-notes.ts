import { z } from 'zod'
import { namesExcluded } from '../../files/excluded-files.ts'
import { archiveFolder, isNarrowed, type NoteFilter } from '../../index-db/note-filter.ts'
import { findNotesByPath, hasNote, type NoteRow } from '../../index-db/note-queries.ts'
import { dayInName } from '../../model/dates-in-name.ts'
import { isInside } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import { areOfSentence } from '../../search/asked-words.ts'
import { chooseTerms } from '../../search/choose-terms.ts'
import { hasWordsAnywhere } from '../../search/search-keywords.ts'
import { explainHits, type Explanation } from '../../search/explain-hits.ts'
import { parseQuery, type ParsedQuery } from '../../search/parse-query.ts'
import { withPhrases } from '../../search/note-scope.ts'
import { findNotes, showHits } from '../../search/search-hybrid.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { toldOnce } from '../../call/common-input.ts'
import { goesOnShape } from '../../call/common-output.ts'
import { defineVaultsTool } from '../../call/define-tool.ts'
import { filterFields, hitFields, tellUnknownFields } from '../filter-fields.ts'
import { saysCut, searchByPattern } from './search-by-pattern.ts'
import { tellFound } from './tell-found.ts'
import { filterParameters, toNoteFilter } from '../note-filter-input.ts'
import { meantFilter } from '../meant-filter.ts'
import { listedNote, toListedNote } from '../notes/note-output.ts'
import { halvesShape, sayHalves } from './say-halves.ts'

/** `auto` is by words and by meaning. */
const searchModes = ['auto', 'keyword', 'semantic', 'regex'] as const

/** In a regular expression a colon is a colon. */
const noOperators = parseQuery('')

const filters = {
  type_filter: z.string().max(300).optional().describe('Note type.'),
  ...filterParameters,
  links_to: z.string().max(1_000).optional().describe('That link to this note.'),
  is_orphan: z.boolean().optional().describe('Without (or with) any link.'),
  has_broken_links: z.boolean().optional().describe('With (or without) broken ones.'),
  include_archived: z.boolean().default(false).describe('archives/ too.'),
}

const searchHit = listedNote.extend({
  score: z.number(),
  snippet: z.string(),
  line: z.number(),
  heading: z.string().optional(),
  date: z.string().optional(),
  lastUpdated: z.string().optional(),
  /** By which hits of several vaults are put in order: whether it has every word, or one follows that does. */
  has_all: z.boolean().meta({ unlisted: true }).optional(),
  explanation: z
    .object({
      matched: z.string(),
      bm25: z.number(),
      ideal: z.number(),
      words: z.array(z.string()),
      keyword: z.number().nullable(),
      passage: z.number().nullable(),
      cosine: z.number().nullable(),
      own: z.number().nullable(),
      lent: z.number().nullable(),
    })
    .optional(),
})

export const searchNotes = defineVaultsTool({
  name: 'search_notes',
  title: 'Search notes',
  toolset: 'search',
  description:
    'Find notes by words and meaning, best first, with a snippet and its line. Any text is valid; "phrases", prefix*, -word, tag:x, path:folder, type:x, title:x, has:tasks narrow it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  fields: true,
  paged: { list: 'results', limit: 20, max: 100, keepsOrder: true, names: ['id'] },
  errors: ['QUERY_REJECTED'],
  input: z.object({
    query: z.string().max(200_000).describe('Words and operators.'),
    mode: z.enum(searchModes).default('auto').meta(toldOnce).describe('By words, meaning, both.'),
    ...filters,
    use_regex: z.boolean().default(false).meta({ unlisted: true }).describe('Mode regex.'),
    explain: z.boolean().default(false).describe('Say why each hit ranks.'),
  }),
  output: z.object({
    results: z.array(searchHit),
    halves: halvesShape.optional(),
    fusion: z
      .object({ rule: z.string(), keywordWeight: z.number(), ownWeight: z.number().optional() })
      .optional(),
    goes_on: goesOnShape,
    message: z.string().optional(),
  }),
  async handler({ query, mode, use_regex, explain, limit, offset, ...given }, vault, ctx) {
    await vault.index.settled()
    const page = { limit, offset }
    if (use_regex || mode === 'regex') {
      const filter = await readFilter(vault, noOperators, given, ctx.now())
      return await searchByPattern(vault, query, filter, page, ctx.signal)
    }
    const asked = parseQuery(query)
    const filter = await readFilter(vault, asked, given, ctx.now())
    const { vectors } = vault
    const { isWhole } = vault.index.freshness
    const found = await vault.index.query(async ({ queries }) => {
      const parsed = await chooseTerms(queries, asked)
      const { hits, ...rest } = await findNotes(queries, parsed, {
        mode,
        filter: await withPhrases(queries, parsed, filter),
        page,
        vectors,
        walk: ctx.walk && { ...ctx.walk, rankings: vault.rankings.hits },
        modelWaitMs: ctx.modelWaitMs,
      })
      const why = explain ? await explainHits(queries, parsed, hits) : null
      const { directory = '' } = filter
      // No note at all lies there, so that no words are to blame.
      const isEmptyFolder = rest.total === 0 && directory !== '' && !(await hasNote(queries, { directory }))
      const isWordless = rest.total === 0 || rest.meantAlone === 'all'
      const isElsewhere = isWordless && (await hasWordsAnywhere(queries, parsed))
      const isNarrow = isNarrowed(filter) || parsed.excluded.length > 0
      return {
        ...rest,
        why,
        isEmptyFolder,
        isElsewhere,
        isNarrow,
        hits: await showHits(queries, hits, parsed),
      }
    })
    const { total, halves, weights, why } = found
    const said = tellFound(asked, { ...found, mode, isWhole })
    const isSentence = areOfSentence(asked.terms)
    return {
      results: found.hits.map((hit) => ({
        ...toResult(hit, why?.get(hit.key)),
        has_all: !isSentence && hit.isAhead,
      })),
      halves: sayHalves(halves, ctx.say),
      ...(explain &&
        weights !== null && {
          fusion: {
            rule: 'blend',
            keywordWeight: weights.words,
            // It says how many notes there are, of which a limited view knows only its own.
            ...(vault.scope === null && { ownWeight: weights.own }),
          },
        }),
      total,
      goes_on: found.isKept,
      message: said === null ? undefined : ctx.say(said),
    }
  },
  merge: ({ results, total }, parts) => ({
    results: joinRankings(results),
    total,
    goes_on: parts.every((part) => part.goes_on),
    ...joinHalves(parts.flatMap((part) => part.halves ?? [])),
    message: joinMessages(parts.map(({ message }) => message)),
  }),
  finish: (output, { fields }) => ({
    ...tellUnknownFields(output, fields, Object.keys(searchHit.shape)),
    results: output.results.map((hit) =>
      filterFields({ ...hit, has_all: undefined }, fields, [...hitFields, 'heading', 'date', 'explanation']),
    ),
  }),
})

/** What the parameters and the operators of the query ask for together. */
async function readFilter(
  vault: VaultContext,
  query: ParsedQuery,
  given: z.output<z.ZodObject<typeof filters>>,
  now: Date,
): Promise<NoteFilter> {
  const asked = { ...toNoteFilter(given, now), type: given.type_filter, all: query.all, not: query.not }
  const filter = await meantFilter(vault, asked)
  const operators = filter.all ?? []
  const places = [
    ...[filter, ...operators].flatMap(({ type = [], pathStartsWith: start = [] }) => [type, start].flat()),
    ...operators.flatMap(({ directory = [] }) => directory),
  ]
  return {
    ...filter,
    linksTo: given.links_to === undefined ? undefined : [await keyOf(vault, given.links_to)],
    isOrphan: given.is_orphan,
    hasBrokenLinks: given.has_broken_links,
    includeArchived: given.include_archived || places.some((place) => isInside(place, archiveFolder)),
    includeExcluded: [filter.directory, ...places].some((asked) => namesExcluded(vault.settings, asked)),
  }
}

async function keyOf(vault: VaultContext, identifier: string): Promise<number> {
  const path = await vault.finder.find(identifier)
  const [note] = await vault.index.query(({ queries }) => findNotesByPath(queries, [path]))
  if (note !== undefined) return note.key
  throw new VaultError('INDEX_UNAVAILABLE', `${path} is not indexed yet.`, {
    hint: 'Repeat the call in a moment.',
  })
}

type ShownHit = Awaited<ReturnType<typeof showHits>>[number]

function toResult(
  { note, score, snippet, line, heading, keyword, passage, cosine, own, lent }: ShownHit,
  why: Explanation | undefined,
) {
  const listed = toListedNote(note)
  return {
    ...listed,
    lastUpdated: listed.updated,
    score,
    snippet,
    line,
    ...(heading !== null && { heading }),
    date: dateOfNote(listed.metadata, note),
    ...(why !== undefined && { explanation: { ...why, keyword, passage, cosine, own, lent } }),
  }
}

/** The day that a note says it is of, in its properties, title or name; else the day of its last change. */
function dateOfNote(metadata: Readonly<Record<string, unknown>>, { title, path, updated }: NoteRow): string {
  const said = [metadata['date'], title, path].map((text) => (typeof text === 'string' ? text : ''))
  return said.map((text) => dayInName(text)).find((day) => day !== null) ?? updated.slice(0, 10)
}

/**
 * Hits of several vaults, those that have every word first. How much a word tells depends on the vault, and so do scores: each
 * place has the score that is due to it.
 */
function joinRankings<Hit extends { readonly score: number; readonly has_all?: boolean | undefined }>(
  hits: readonly Hit[],
): readonly Hit[] {
  const scores = hits.map(({ score }) => score).toSorted((a, b) => b - a)
  const inOrder = hits.toSorted((a, b) => Number(b.has_all) - Number(a.has_all) || b.score - a.score)
  return inOrder.map((hit, place) => ({ ...hit, score: scores[place] ?? hit.score }))
}

/** What is true of the whole: that there may be more in one of the vaults, or what each of them says. */
function joinMessages(messages: readonly (string | undefined)[]): string | undefined {
  const said = messages.flatMap((message) => message ?? [])
  return said.find(saysCut) ?? (said.length === messages.length ? said[0] : undefined)
}

/** A half took part where it did in every vault; the first reason stands for all. */
function joinHalves(parts: readonly z.output<typeof halvesShape>[]) {
  if (parts.length === 0) return {}
  const reason = parts.find((part) => part.reason !== undefined)?.reason
  return {
    halves: {
      keyword: parts.every(({ keyword }) => keyword),
      // Of some of the vaults at least; the reason says what is missing of the others.
      semantic: parts.some(({ semantic }) => semantic),
      ...(reason !== undefined && { reason }),
      ...(parts.some(({ loading }) => loading) && { loading: true }),
    },
  }
}
