import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { addSpan } from '../model/add-span.ts'
import type { Frozen } from '../call/define-tool.ts'
import { isIsoDate } from '../model/is-iso-date.ts'
import type { NoteFilter } from '../index-db/note-filter.ts'
import { dayAfter, localDay, momentOfWords } from '../model/local-day.ts'
import { readNaturalDate } from '../model/natural-date.ts'
import {
  metadataCondition,
  mostFilters,
  mostOfOne,
  propertyOf,
  type Scalar,
} from '../search/metadata-filter.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { formatDate, readDate } from '../markdown/read/note-dates.ts'

/** The filters that lists and searches share. */
export const filterParameters = {
  directory: z.string().max(1_000).optional().describe('This folder and below.'),
  tags: z.array(z.string().min(1).max(200)).max(20).optional().describe('All of these tags; parents count.'),
  since: z.string().max(40).optional().describe('From then on: 2026-01-31, 7d, today.'),
  until: z.string().max(40).optional().describe('Up to then.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('{"status":"active"}; a list is any of.'),
}

/** The filter as the index takes it. A date that cannot be read is INVALID_ARGUMENT. */
export function toNoteFilter(
  { directory, tags, since, until, metadata }: Frozen<z.output<z.ZodObject<typeof filterParameters>>>,
  now: Date,
): NoteFilter {
  const from = since === undefined ? undefined : momentOfWords(since, now, 'first')
  const to = until === undefined ? undefined : momentOfWords(until, now, 'last')
  return {
    directory: directory === undefined ? undefined : toFolder(directory),
    tags,
    since: from === undefined ? undefined : readLimit('since', from, now),
    until: to === undefined ? undefined : readLimit('until', to, now, 'last'),
    sinceDay: writtenTime(from),
    untilDay: writtenTime(to),
    metadata: metadata === undefined ? undefined : toCondition(metadata),
  }
}

function toCondition(metadata: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const wanted = Object.entries(metadata).map(([key, value]) => [key, [value].flat().map(toScalar)] as const)
  if (wanted.length > mostFilters || wanted.some(([, values]) => values.length > mostOfOne)) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      `metadata takes at most ${mostFilters} keys with ${mostOfOne} values each.`,
      { hint: 'Ask in parts.' },
    )
  }
  return metadataCondition(
    wanted.map(([key, value]) => ({ key: propertyOf(key), operator: '=' as const, value })),
  )
}

/** What is no scalar is compared as the index keeps it. */
function toScalar(value: unknown): Scalar {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
}

function toFolder(directory: string): string {
  const segments = directory
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) {
    throw new VaultError('OUTSIDE_VAULT', 'That directory leads out of the vault.', {
      hint: 'Give a folder relative to the vault, such as projects.',
    })
  }
  return segments.join('/')
}

/** The day and time that a text with a zone names in that zone; undefined for any other. */
export function writtenTime(text: string | undefined): string | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})[+-]\d{2}:\d{2}$/.exec(text ?? '') ?? []
  return day === undefined ? undefined : `${day} ${time}`
}

/** A date or a span before now, as the index compares dates: of days the first moment, or the last. */
export function readLimit(name: string, text: string, now: Date, end: 'first' | 'last' = 'first'): string {
  const start = addSpan(now, text.trim(), -1)
  if (start !== null) return formatDate(start.getTime())
  const ofDay = (day: string) => `${day} ${end === 'first' ? '00:00:00' : '23:59:59'}`
  const date = isIsoDate(text.trim()) ? readDate(text) : null
  if (date !== null) return /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? ofDay(date.slice(0, 10)) : date
  const natural = readNaturalDate(text, now)
  if (natural?.kind === 'days') return ofDay(natural[end])
  if (natural?.kind === 'moment') return formatDate(natural.at.getTime())
  throw new VaultError('INVALID_ARGUMENT', `${name} is no date: "${text}".`, {
    hint: 'Use 2026-01-31, 2026-01-31T09:00:00Z, a span such as 10min, 7d, 4w, 6m (months), or words: yesterday, last monday, 2 weeks ago, february.',
  })
}

/** The moment that a date means, the last one of a day, as ISO 8601; null for what is no date. */
export function momentOf(text: string, now: Date): string | null {
  try {
    return `${readLimit('revision', momentOfWords(text, now, 'last'), now, 'last').replace(' ', 'T')}.999Z`
  } catch (error) {
    if (error instanceof VaultError) return null
    throw error
  }
}

/**
 * A day that may lie ahead, on the person's calendar, of several the first or the last: a weekday or a month is the next one,
 * and a span counts from now on: `7d` is a week from today.
 */
export function dayOf(name: string, text: string, now: Date, end: 'first' | 'last' = 'first'): string {
  const natural = readNaturalDate(text, now, 'ahead')
  if (natural?.kind === 'days') return natural[end]
  const moment = natural?.kind === 'moment' ? natural.at : addSpan(now, text.trim())
  return moment === null ? readLimit(name, text, now, end).slice(0, 10) : localDay(moment)
}

/** The first day that is not before a date to come: what has begun, such as `this week`, counts to its end. */
export function dayNotBefore(name: string, text: string, now: Date): string {
  const [first, last] = [dayOf(name, text, now), dayOf(name, text, now, 'last')]
  return first < last && first <= localDay(now) && localDay(now) <= last ? dayAfter(last) : first
}

/** Whether a day is named in words, so that a reader cannot tell which one it is. */
export function isInWords(text: string, now: Date): boolean {
  return readNaturalDate(text, now) !== null
}

/** Says that a folder is not there, and which one differs in case alone; null where it is there. */
export async function missingFolder(
  { files, scope }: VaultContext,
  directory: string,
): Promise<string | null> {
  if (directory === '' || (await files.isFolder(directory))) return null
  // Names beside it are not for who sees a part of the vault.
  const other = scope === null ? await files.sameName(directory) : null
  const isMeant = other !== null && (await files.isFolder(other))
  return `There is no folder "${directory}" here${isMeant ? `, but "${other}"` : ''}.`
}
