import { ownValue } from '../../model/own-value.ts'
import { localDay } from '../../model/local-day.ts'
import type { MetadataField, MetadataSchema } from '../../model/metadata-schema.ts'
import { isAbsent } from './check-metadata.ts'

/**
 * The frontmatter of a new note, in the order in which it is written: title, type, `date` in a zk vault, what was
 * given, what the schema adds, tags, created and updated. A key that was given keeps its value.
 *
 * A missing field takes its default; a required one without takes today for a date, the first option for a select and
 * false for a boolean. Its times are milliseconds where the schema has them as numbers. A required string, number or array stays missing, for `checkMetadata` to report.
 */
export function fillMetadata(note: {
  readonly title: string
  /** Empty for a note of no type. */
  readonly type: string
  readonly tags: readonly string[]
  readonly given: Readonly<Record<string, unknown>>
  readonly schema: MetadataSchema
  readonly isZk: boolean
  readonly now: Date
  /** The day that the note is about, where it is not today. */
  readonly day?: Date
}): Record<string, unknown> {
  const { title, type, given, schema, isZk, now, day = now } = note
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z')
  const today = localDay(day)
  const isTypeAField = schema.some((field) => field.name === 'type')
  const { tags, created, updated, ...others } = given
  const filled: Record<string, unknown> = {
    title,
    ...(type === '' || isTypeAField ? {} : { type }),
    ...(isZk ? { date: today } : {}),
    ...others,
  }
  // The note is created under this title, whatever the metadata say.
  filled['title'] = title
  const ownKeys = ['title', 'tags', 'created', 'updated']
  for (const field of schema) {
    if (ownKeys.includes(field.name) || !isAbsent(ownValue(filled, field.name))) continue
    const value = defaultOf(field, today)
    if (value !== undefined) filled[field.name] = value
  }
  const defaultTags = schema.find((field) => field.name === 'tags')?.default
  const ownTags = tagList(tags ?? (note.tags.length === 0 ? defaultTags : undefined))
  filled['tags'] = [...new Set([...ownTags, ...note.tags])]
  const timeFor = (key: string) =>
    schema.find((field) => field.name === key)?.type === 'number' ? now.getTime() : time
  filled['created'] = created ?? timeFor('created')
  filled['updated'] = updated ?? timeFor('updated')
  return filled
}

function defaultOf({ type, required, constraints, default: given }: MetadataField, today: string): unknown {
  if (given !== undefined || !required) return given
  switch (type) {
    case 'date':
      return today
    case 'select':
      return constraints?.options?.[0]
    case 'boolean':
      return false
    case 'string':
    case 'number':
    case 'array':
      return undefined
  }
}

/** The tags of metadata; a text is split at commas or spaces, as frontmatter allows. */
export function tagList(given: unknown): readonly unknown[] {
  if (typeof given === 'string') return given.split(/[,\s]+/).filter((tag) => tag !== '')
  return Array.isArray(given) ? given : []
}
