import { fileNameOf, folderOf, stemOf } from '../model/note-path.ts'
import { leanHash } from '../model/content-hash.ts'
import type { CallOptions, Tool } from './tool.ts'
import { isObject } from '../model/is-record.ts'

/** What a lean result goes by beside itself. */
interface LeanCall extends Pick<CallOptions, 'isDryRun' | 'wantsDiff'> {
  readonly args: object
}

/**
 * A result without what a model does not need to read: what the caller has just sent, what is empty, null, or said by
 * another key of the same object, diffs of what was not a dry run, and what lies beyond the tenth of a list of files that
 * changed too. The vault is its id and a hash its first 16 digits. What else `fields` asks for by name stays.
 */
export function leanResult(tool: Tool, call: LeanCall, result: object): Readonly<Record<string, unknown>> {
  return leanPart(result, howTo(tool, call))
}

/** The facts of a failed call, which stay, but for long hashes; what would happen is as lean as a dry run's result. */
export function leanFailure(tool: Tool, error: object): Readonly<Record<string, unknown>> {
  const facts: Part = { ...error }
  const how = howTo(tool, { args: {}, isDryRun: true, wantsDiff: true })
  const entries = Object.entries(facts).flatMap(([key, value]): [string, unknown][] => {
    // The outline has their words.
    if (key === 'headings' && 'outline' in facts) return []
    if (key === 'message') return [[key, withoutFields(value, facts)]]
    if (key === 'would' && isObject(value)) return [[key, leanPart(value, how)]]
    return [[key, leanText(key, value)]]
  })
  return Object.fromEntries(entries)
}

/** A message names the fields that are wrong; `fields` says what is wrong with each. */
function withoutFields(message: unknown, error: Part): unknown {
  const fields: unknown = error['fields']
  if (typeof message !== 'string' || !Array.isArray(fields)) return message
  return fields.reduce((text: string, each: unknown) => {
    const { field, message: said }: Part = isObject(each) ? { ...each } : {}
    return text.replace(`${String(field)}: ${String(said)}`, () => String(field))
  }, message)
}

/** What names the vault of a call. */
export function leanWhere(where: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(where).map(([key, value]: [string, unknown]) => [key, leanMark(key, value)]),
  )
}

function leanMark(key: string, value: unknown): unknown {
  return key === 'vault' && isObject(value) && isMark(value) && 'id' in value ? value['id'] : value
}

type Part = Readonly<Record<string, unknown>>

type How = Readonly<ReturnType<typeof howTo>>

function howTo(
  { annotations, isDestructive, keepsRows, paged }: Tool,
  { args, isDryRun, wantsDiff }: LeanCall,
) {
  const given: Part = { ...args }
  const { fields } = given
  const text = JSON.stringify(given)
  const names = Array.isArray(fields) ? fields.map((field: unknown) => String(field).split('.')[0] ?? '') : []
  return {
    args: given,
    asked: new Set(names),
    /** Whether a word stands in the arguments. */
    asksFor: (word: string) => text.includes(word),
    isReading: annotations.readOnlyHint,
    isDryRun,
    showsDiffs: wantsDiff,
    /** Whether what a destructive call had to be asked about is done. */
    isConfirmed: isDestructive && !isDryRun,
    keepsRows: keepsRows === true,
    /** The list that the tool hands out by pages; null where it has none. */
    list: paged?.list ?? null,
    isTop: true,
  }
}

function leanPart(part: object, how: How): Part {
  const whole: Part = { ...part }
  const entries = Object.entries(whole).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined) return []
    if (how.asked.has(key)) return [[key, key.endsWith('hash') ? leanText(key, value) : value]]
    if (isNeedless(whole, key, value, how)) return []
    const lean = isDayOfHit(whole, key, value) ? value.slice(0, dayLength) : leanValue(whole, key, value, how)
    return isEmpty(lean) && !staysEmpty(key, lean, how) ? [] : [[key, lean]]
  })
  return Object.fromEntries(entries)
}

function leanValue(whole: Part, key: string, value: unknown, how: How): unknown {
  if (!isObject(value)) return leanText(key, value)
  if (ofNote.has(key)) return withoutRepeats(value, whole)
  if (key === 'vault' && isMark(value)) return leanMark(key, value)
  if (!Array.isArray(value)) return leanPart(value, { ...how, isTop: false })
  if (how.keepsRows) return value
  if (key === 'updated_references') return value.slice(0, mostNamed).map(idOf)
  const isBound = !how.isReading && !(how.isDryRun && how.showsDiffs) && changedLists.has(key)
  const items: readonly unknown[] = isBound ? value.slice(0, mostNamed) : value
  // A part of an answer about several vaults is that vault's whole answer.
  const inner = { ...how, isTop: how.isTop && key === 'vaults' }
  return items.map((item) => (isObject(item) && !Array.isArray(item) ? leanPart(item, inner) : item))
}

/** Only what is a hash or a time by its key: a note may hold such a text as its own words. */
function leanText(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (key.endsWith('hash')) return leanHash(value)
  if (moments.has(key)) return value.replace(/\.\d+Z$/, 'Z')
  return times.has(key) ? value.replace(/T00:00:00Z$/, '') : value
}

/** A hit has its note's date. */
function isDayOfHit(whole: Part, key: string, value: unknown): value is string {
  return 'score' in whole && times.has(key) && typeof value === 'string'
}

const dayLength = '2026-01-31'.length

/** A note that says a day says no time. */
const times: ReadonlySet<string> = new Set(['created', 'updated', 'modified', 'lastUpdated'])
/** When something happened, to the second. */
const moments: ReadonlySet<string> = new Set(['time', 'undone_time'])

/** Lists of what else a change has changed; a count stands beside each. */
const changedLists: ReadonlySet<string> = new Set(['files', 'notes', 'updated_notes', 'changes'])
const mostNamed = 10

function idOf(reference: unknown): unknown {
  return isObject(reference) && 'id' in reference ? reference['id'] : reference
}

/** What a note says of itself: its keys are its own. */
const ofNote: ReadonlySet<string> = new Set(['metadata', 'frontmatter', 'properties'])

/** The metadata of a note in a list without what the item says as well, or only flint reads; of a note that is read they are whole. */
function withoutRepeats(metadata: object, item: Part): object {
  if (isReadNote(item)) return metadata
  const entries = Object.entries(metadata).filter(
    ([key, value]: [string, unknown]) =>
      !ofIngestion.has(key) && !isSame(value, item[key]) && !isSameDay(value, item[key]),
  )
  return Object.fromEntries(entries)
}

/** By which a source is known again. */
const ofIngestion: ReadonlySet<string> = new Set(['source_hash', 'ingest_sections'])

function isReadNote(item: Part): boolean {
  return 'content_hash' in item
}

/** What the metadata of a note that is read say too; its title may be its first heading. */
function isInMetadata(whole: Part, key: string, value: unknown): boolean {
  const { metadata } = whole
  if (!isReadNote(whole) || !isObject(metadata) || !inMetadata.has(key)) return false
  const own = metadata[key]
  return isSame(own, value) || isSameDay(own, value)
}

const inMetadata: ReadonlySet<string> = new Set(['tags', 'created', 'updated'])

/** Of hits what a list is for and of a list the sizes, unless the call speaks of it; of a new note that it is new. */
function isUnasked(whole: Part, key: string, value: unknown, { asksFor, isReading }: How): boolean {
  if (key === 'created' && typeof value === 'string' && !isReading) return true
  const kept = 'score' in whole ? ofListedNote : ofCountedNote
  return kept.has(key) && !asksFor(key)
}

const ofListedNote: ReadonlySet<string> = new Set(['created', 'size', 'word_count'])
const ofCountedNote: ReadonlySet<string> = new Set(['size'])

function isSameDay(own: unknown, time: unknown): boolean {
  return typeof own === 'string' && own.length >= 10 && typeof time === 'string' && time.startsWith(own)
}

/** What another key says, or the caller's own words. */
function isNeedless(whole: Part, key: string, value: unknown, how: How): boolean {
  if (unused.has(key)) return true
  if (diffs.has(key) || key === 'without_diff') return !how.showsDiffs
  const diff = counted.get(key)
  if (diff !== undefined) return how.showsDiffs && whole[diff] !== undefined
  if ((sayTheSame.get(key) ?? []).some((other) => whole[other] === value && value !== undefined)) return true
  if (key === 'date' && 'score' in whole && isSameDay(value, whole['updated'])) return true
  if (key === 'input' && whole['success'] === true) return true
  // What has become of a file says of what kind that is.
  if (key === 'kind' && typeof whole['what'] === 'string') return true
  if (key === 'mark' && typeof value === 'string') return usualMarks.get(value) === whole['status']
  if (isInMetadata(whole, key, value) || isUnasked(whole, key, value, how)) return true
  if (isOfPath(whole, key, value) || isOfLinkRow(whole, key) || isOfMark(whole, key)) return true
  if (isUsual(whole, key, value, how) || isCounted(whole, key, value)) return true
  if (key === 'tags' && !how.isTop && isSame(how.args['tags'], value)) return true
  return how.isTop && (isToldOnce(key, value, how) || isEcho(key, value, how.args))
}

/** What no job was seen to read. */
const unused: ReadonlySet<string> = new Set(['raw_frontmatter', 'submatches'])
const diffs: ReadonlySet<string> = new Set(['diff', 'new_diff'])
/** Counts, each of which goes without saying beside its diff. */
const counted: ReadonlyMap<string, string> = new Map([
  ['lines_changed', 'diff'],
  ['new_lines_changed', 'new_diff'],
])
const usualMarks: ReadonlyMap<string, string> = new Map([
  [' ', 'open'],
  ['x', 'done'],
  ['X', 'done'],
  ['-', 'cancelled'],
])

/** Under each key the keys of which one says the same wherever it has the same value. */
const sayTheSame: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['id']],
  ['old_path', ['old_id', 'id']],
  ['new_path', ['new_id']],
  ['new_id', ['old_id']],
  ['archive_path', ['new_path']],
  ['modified', ['updated']],
  ['lastUpdated', ['updated']],
  ['heading', ['title']],
  ['created', ['updated']],
  ['total_count', ['total']],
  ['total_requested', ['total']],
  ['link_text', ['target_title', 'title']],
  ['new_title', ['old_title']],
  ['updated_link_count', ['updated_reference_count']],
])

/** The file's name, a title or a day that it is called after, and the type of a note that is the folder which it lies in. */
function isOfPath(whole: Part, key: string, value: unknown): boolean {
  const place = (placesOf.get(key) ?? ['id', 'path'])
    .map((each) => whole[each])
    .find((each) => each !== undefined)
  if (typeof place !== 'string') return false
  if (key === 'filename') return fileNameOf(place) === value
  if (key === 'type') return folderOf(place) === value
  return (key === 'date' || key.endsWith('title')) && stemOf(place) === value
}

/** Which keys say where a note lies that has a title under this one. */
const placesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['old_title', ['old_id']],
  ['new_title', ['new_id']],
  ['source_title', ['source_note_id']],
])

/** What has nearly always come of a change and goes without saying, such as that no other note had to follow. */
function isUsual(whole: Part, key: string, value: unknown, { isReading, isDryRun }: How): boolean {
  if (key === 'links_break') return value === false && whole['backlink_count'] === 0
  if (key === 'state' || key === 'undoable') return whole['state'] === 'done' && whole['undoable'] === true
  if (isReading || isDryRun) return false
  if (key === 'moved_files') return value === 1 && !String(whole['old_id']).endsWith('/')
  return value === 0 && followed.has(key)
}

/** How many other notes and links a change has brought along. */
const followed: ReadonlySet<string> = new Set([
  'updated_reference_count',
  'updated_link_count',
  'own_links_updated',
  'healed_links',
])

/** How many are in a list that stands whole beside it. */
function isCounted(whole: Part, key: string, value: unknown): boolean {
  const list = key.endsWith('_count') ? whole[`${key.slice(0, -'_count'.length)}s`] : undefined
  return Array.isArray(list) && list.length > 0 && list.length === value && list.length <= mostNamed
}

/** A link's number in the index, and when the index came to know it. */
function isOfLinkRow(whole: Part, key: string): boolean {
  if (key !== 'id' && key !== 'created') return false
  return typeof whole['id'] === 'number' && 'line_number' in whole
}

/** What a vault is called is told where its path stands too. */
function isOfMark(whole: Part, key: string): boolean {
  return (key === 'name' || key === 'is_current') && isMark(whole)
}

function isMark(part: object): boolean {
  return 'is_current' in part && !('path' in part)
}

function isToldOnce(key: string, value: unknown, { isConfirmed }: How): boolean {
  if (key === 'success') return value === true
  // Whoever confirms has seen what links to the note.
  return key === 'backlinks' && isConfirmed
}

/** `dry_run: true` and its like say what has happened, not what was asked for. */
function isEcho(key: string, value: unknown, args: Part): boolean {
  if (typeof value === 'boolean') return false
  if (key in args && isSame(args[key], value)) return true
  if (key === 'appended_line') return typeof args['text'] === 'string'
  if (key === 'task_text') return value === args['text']
  return names.has(key) && typeof value === 'string' && [args['identifier'], args['path']].includes(value)
}

/** Under what keys an answer names the note that the call was about. */
const names: ReadonlySet<string> = new Set([
  'id',
  'path',
  'identifier',
  'note_id',
  'old_id',
  'old_path',
  'source_path',
])

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return one !== undefined
  return isObject(one) && isObject(other) && inOrder(one) === inOrder(other)
}

function inOrder(value: object): string {
  return JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)
}

function isEmpty(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length === 0
  return value === null || value === ''
}

/** An empty list that was asked for says that nothing was found, and an unknown number that it is unknown. */
function staysEmpty(key: string, value: unknown, { isTop, isReading, showsDiffs, list }: How): boolean {
  if (key === 'content' || key === 'backlink_count' || (isTop && key === list)) return true
  if (diffs.has(key)) return showsDiffs
  return isTop && isReading && Array.isArray(value) && !parts.has(key)
}

/** Lists that describe a note; what has none is not found to have none. */
const parts: ReadonlySet<string> = new Set(['tags', 'headings', 'outline', 'aliases', 'settings_problems'])
