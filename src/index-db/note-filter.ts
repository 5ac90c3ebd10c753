import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { casesOf } from '../model/cases-of.ts'
import { isInside } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { cancelledMarks, doneMarks } from '../model/task-state.ts'

/** Conditions on a note, all of which must hold. Dates are `YYYY-MM-DD HH:MM:SS` UTC. */
export interface NoteFilter {
  readonly type?: string | undefined
  /** A folder without slashes at its ends; `''` is the vault. */
  readonly directory?: string | undefined
  /** False: only notes directly in `directory`. */
  readonly recursive?: boolean | undefined
  /** The note must have all of them; `project/alpha` counts as `project`, too. */
  readonly tags?: readonly string[] | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Bounds like these for notes that name a day and no time, where they differ. */
  readonly sinceDay?: string | undefined
  readonly untilDay?: string | undefined
  /** What the note's properties must be. */
  readonly metadata?: RawBuilder<unknown> | undefined
  /** The beginning of a path, in any case. */
  readonly pathStartsWith?: string | undefined
  readonly titleContains?: readonly string[] | undefined
  /** Integer keys of notes, each of which the note must link to. */
  readonly linksTo?: readonly number[] | undefined
  /** Integer keys of notes, one of which must link to the note. */
  readonly linkedFrom?: readonly number[] | undefined
  readonly isOrphan?: boolean | undefined
  /** GLOB patterns of paths to leave out, in any case. */
  readonly withoutPaths?: readonly string[] | undefined
  readonly hasBrokenLinks?: boolean | undefined
  /** Marks the note must have, as in `has:tasks`. */
  readonly has?: readonly NoteTrait[] | undefined
  readonly includeArchived?: boolean | undefined
  /** False leaves out what is excluded in Obsidian. */
  readonly includeExcluded?: boolean | undefined
  /** Integer keys: only these notes, or none of these. */
  readonly keys?: readonly number[] | undefined
  readonly withoutKeys?: readonly number[] | undefined
  /** Selects integer keys: only notes with one of them. */
  readonly within?: RawBuilder<unknown> | undefined
  /** All of these must hold as well, and none of those. */
  readonly all?: readonly NoteFilter[] | undefined
  readonly not?: readonly NoteFilter[] | undefined
}

export const noteTraits = ['links', 'backlinks', 'tags', 'tasks', 'open-tasks', 'problem', 'urls'] as const
export type NoteTrait = (typeof noteTraits)[number]

export const archiveFolder = 'archives'

/** The filter as a condition on the table `note`. */
export function noteCondition(filter: NoteFilter): RawBuilder<unknown> {
  const { type, directory, tags, since, until, metadata, linksTo } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (type !== undefined) conditions.push(sql`note.type = ${type}`)
  if (directory !== undefined && directory !== '') {
    conditions.push(startsWith(`${directory}/`))
  }
  if (filter.recursive === false) {
    conditions.push(sql`instr(substr(note.path, ${directory ? directory.length + 2 : 1}), '/') = 0`)
  }
  const { pathStartsWith: start } = filter
  if (start !== undefined) {
    conditions.push(
      sql`substr(note.path, 1, length(${start})) COLLATE NOCASE IN (${sql.join(casesOf(start))})`,
    )
  }
  for (const tag of tags ?? []) conditions.push(sql`EXISTS (${taggedWith(tag)})`)
  const { sinceDay = since, untilDay = until } = filter
  if (since !== undefined)
    conditions.push(sql`note.updated >= ${forTimes(sql`note.updated`, since, sinceDay)}`)
  if (until !== undefined)
    conditions.push(sql`note.updated <= ${forTimes(sql`note.updated`, until, untilDay)}`)
  if (metadata !== undefined) conditions.push(metadata)
  for (const text of filter.titleContains ?? []) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM link_key k WHERE k.bearer = note.id AND k.kind = 'title' AND instr(k.key, ${normalizeKey(text)}) > 0)`,
    )
  }
  // A list that is made once. Asked of each note, SQLite looks through all links to a much linked note for each.
  for (const target of linksTo ?? []) {
    conditions.push(
      sql`note.id IN (SELECT l.source FROM link l WHERE l.target = ${target} AND l.source IS NOT NULL)`,
    )
  }
  if (filter.linkedFrom !== undefined) {
    const sources = sql.join(filter.linkedFrom)
    conditions.push(
      sql`note.id IN (SELECT l.target FROM link l WHERE l.source IN (${sources}) AND l.target IS NOT NULL)`,
    )
  }
  if (filter.isOrphan !== undefined) conditions.push(filter.isOrphan ? orphan : sql`NOT (${orphan})`)
  if (filter.withoutPaths !== undefined) conditions.push(fitsNone(sql`note.path`, filter.withoutPaths))
  if (filter.hasBrokenLinks !== undefined) {
    conditions.push(filter.hasBrokenLinks ? sql`EXISTS (${brokenLinks})` : sql`NOT EXISTS (${brokenLinks})`)
  }
  for (const trait of filter.has ?? []) conditions.push(traitCondition(trait))
  if (filter.keys !== undefined) conditions.push(sql`note.id IN (${keyList(filter.keys)})`)
  if (filter.withoutKeys !== undefined) {
    conditions.push(sql`note.id NOT IN (${keyList(filter.withoutKeys)})`)
  }
  if (filter.within !== undefined) conditions.push(sql`note.id IN (${filter.within})`)
  for (const part of filter.all ?? []) conditions.push(noteCondition(part))
  for (const part of filter.not ?? []) conditions.push(sql`NOT (${noteCondition(part)})`)
  const wantsArchive = directory !== undefined && isInside(directory, archiveFolder)
  if (filter.includeArchived === false && !wantsArchive) {
    conditions.push(sql`note.id NOT IN (${archivedNotes})`)
  }
  if (filter.includeExcluded === false) conditions.push(sql`note.id NOT IN (${excludedNotes})`)
  return conditions.length === 0 ? sql`1` : sql.join(conditions, sql` AND `)
}

/** Whether a path fits none of these GLOB patterns, in any case. */
export function fitsNone(path: RawBuilder<unknown>, globs: readonly string[]): RawBuilder<SqlBool> {
  const conditions = globs.map((glob) => sql`lower(${path}) NOT GLOB lower(${glob})`)
  return conditions.length === 0 ? sql`1` : sql`(${sql.join(conditions, sql` AND `)})`
}

/** A list of any length as one parameter. */
export function keyList(keys: readonly number[]): RawBuilder<unknown> {
  return sql`SELECT value FROM json_each(${JSON.stringify(keys)})`
}

const archivedKeys = `SELECT id FROM note WHERE path >= '${archiveFolder}/' AND path < '${archiveFolder}0'`
const excludedKeys = 'SELECT id FROM note WHERE is_excluded = 1'
const archivedNotes = sql.raw(archivedKeys)
const excludedNotes = sql.raw(excludedKeys)

/** Selects the keys of the notes that a search leaves out by default: the archive, and what Obsidian excludes. */
export const leftOutKeys = `${archivedKeys} UNION ALL ${excludedKeys}`
export const leftOutNotes = sql.raw(leftOutKeys)

/** The filter of a search without conditions of its own. */
export const usualFilter = { includeArchived: false, includeExcluded: false } as const

/**
 * Whether a row id from the full-text index belongs to a note that this connection shows. Only a narrowed connection
 * has temporary tables; any other need not check each row.
 */
export function isShown(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${showsAll} OR ${id} IN (SELECT id FROM note))`
}

const allAreShown = 'NOT EXISTS (SELECT 1 FROM sqlite_temp_master)'
/** Whether this connection shows every note. */
export const showsAll = sql.raw(allAreShown)
/** `isShown` for statements without Kysely, of the row ids of a full-text table. */
export const rowIsShown = `(${allAreShown} OR rowid IN (SELECT id FROM note))`

/** Whether it lets only some notes through, beside what every search leaves out. */
export function isNarrowed(filter: NoteFilter): boolean {
  return Object.entries(filter).some(
    ([name, value]) =>
      !name.startsWith('include') &&
      value !== undefined &&
      value !== '' &&
      (!Array.isArray(value) || value.length > 0),
  )
}

/** True when the filter leaves out what `usualFilter` does and has no other condition, as in most searches. */
export function isUsualFilter(filter: NoteFilter): boolean {
  return filter.includeArchived === false && filter.includeExcluded === false && !isNarrowed(filter)
}

/** A link into its own note makes no connection. */
const orphan = sql`NOT EXISTS (SELECT 1 FROM link l WHERE l.source = note.id AND l.target <> note.id)
  AND NOT EXISTS (SELECT 1 FROM link l WHERE l.target = note.id AND l.source IS NOT note.id)`

const brokenLinks = sql`SELECT 1 FROM link l WHERE l.source = note.id AND l.target IS NULL AND l.target_file IS NULL`

// '0' follows '/' in every collation we use, so the range is everything below the prefix.
function startsWith(prefix: string): RawBuilder<unknown> {
  return sql`(note.path >= ${prefix} AND note.path < ${prefix + '\u{10ffff}'})`
}

function taggedWith(tag: string): RawBuilder<unknown> {
  const key = normalizeKey(tag.replace(/^#|\/+$/g, ''))
  return sql`SELECT 1 FROM tag t WHERE t.note = note.id
    AND (t.key = ${key} OR (t.key >= ${`${key}/`} AND t.key < ${`${key}0`}))`
}

function traitCondition(trait: NoteTrait): RawBuilder<unknown> {
  switch (trait) {
    case 'links':
      return sql`EXISTS (SELECT 1 FROM link l WHERE l.source = note.id)`
    case 'backlinks':
      return sql`EXISTS (SELECT 1 FROM link l WHERE l.target = note.id AND l.source IS NOT note.id)`
    case 'tags':
      return sql`EXISTS (SELECT 1 FROM tag t WHERE t.note = note.id)`
    case 'tasks':
      return sql`EXISTS (SELECT 1 FROM task t WHERE t.note = note.id AND t.text <> '')`
    case 'open-tasks':
      return sql`EXISTS (SELECT 1 FROM task t WHERE t.note = note.id AND t.text <> '' AND t.status NOT IN (${sql.join([...doneMarks, ...cancelledMarks])}))`
    case 'urls':
      return sql`EXISTS (SELECT 1 FROM url u WHERE u.note = note.id)`
    case 'problem':
      return sql`note.problem IS NOT NULL`
  }
}

/** A bound for dates of notes: a day is written as its midnight, and stands for itself wherever the caller lives. */
export function forTimes(
  column: RawBuilder<unknown>,
  bound: string,
  ofDays: string | undefined,
): RawBuilder<unknown> {
  if (ofDays === undefined || ofDays === bound) return sql`${bound}`
  return sql`CASE WHEN ${column} LIKE '% 00:00:00' THEN ${ofDays} ELSE ${bound} END`
}
