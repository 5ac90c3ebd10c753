import { addSpan } from '../../model/add-span.ts'
import { formatMoment } from '../../model/format-moment.ts'
import { readNaturalDate } from '../../model/natural-date.ts'
import { sameTimeOn } from '../../model/same-time-on.ts'
import { isoMoment } from '../../model/is-iso-date.ts'
import { slugify } from '../text/slugify.ts'
import { zkDateStyle } from './zk-date-style.ts'

/** Why a helper cannot do what it is asked. */
export interface HelperProblem {
  readonly problem: string
}

interface HelperCall {
  readonly params: readonly unknown[]
  /** The content of the block, for `{{#slug}}…{{/slug}}`. */
  readonly body: (() => string) | undefined
  /** The moment that the template is filled in for. */
  readonly now: unknown
  readonly language: string | undefined
}

type Helper = (call: HelperCall) => unknown

/** The helpers of zk that note templates use, by name. */
export const zkHelpers: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ['slug', ({ params, body, language }) => slugify(plainText(params[0] ?? body?.()), language)],
  ['format-date', ({ params: [date, style] }) => formatDate(date, style)],
  ['date', ({ params: [date, style], now }) => readDate(date, style, now)],
  ['concat', ({ params }) => params.map(plainText).join('')],
  [
    'list',
    ({ params: [items] }) => bullets(Array.isArray(items) ? items.map(plainText) : [plainText(items)]),
  ],
  ['join', ({ params: [list, by] }) => (Array.isArray(list) ? list.map(plainText).join(plainText(by)) : '')],
  [
    'prepend',
    ({ params: [prefix, text], body }) => prependLines(plainText(prefix), plainText(text ?? body?.())),
  ],
  ['substring', ({ params: [text, from, length] }) => substring(plainText(text), from, length)],
  ['json', ({ params: [value] }) => JSON.stringify(value ?? null)],
  ['style', ({ params: [, text], body }) => plainText(text ?? body?.())],
])

/** A value as a note shows it: nothing for a missing one, a date as a day. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  if (value instanceof Date) return formatMoment(value, 'YYYY-MM-DD')
  return Array.isArray(value) ? value.map(plainText).join(', ') : ''
}

function formatDate(date: unknown, style: unknown): string | HelperProblem {
  if (!(date instanceof Date)) return { problem: '`format-date` needs a date, such as `now`' }
  if (style === undefined) return plainText(date)
  const format = zkDateStyle(plainText(style))
  return format === null
    ? { problem: `the date style "${plainText(style)}" is not known` }
    : formatMoment(date, format)
}

/** Older templates write dates with it; newer ones read them: `(date "tomorrow")`. */
function readDate(given: unknown, style: unknown, now: unknown): unknown {
  if (given instanceof Date) return style === undefined ? given : formatDate(given, style)
  const text = plainText(given).trim()
  const moment = isoMoment(text) ?? (now instanceof Date ? addSpan(now, text, -1) : null)
  if (moment !== null) return moment
  const natural = now instanceof Date ? readNaturalDate(text, now) : null
  if (natural?.kind === 'moment') return natural.at
  if (natural !== null && now instanceof Date) return sameTimeOn(natural.first, now)
  return {
    problem: `"${text}" is no date that flint reads: write tomorrow, last monday, 2 weeks ago, 7d, 2026-01-31 or 2026-01-31T10:00`,
  }
}

/** Indented bullets as zk writes them; further lines of an item are aligned with its text. */
function bullets(items: readonly string[]): string {
  const filled = items.map((item) => item.replace(/\n+$/, '')).filter((item) => item !== '')
  return filled.map((item) => `  - ${item.replaceAll('\n', '\n    ')}\n`).join('')
}

function prependLines(prefix: string, text: string): string | HelperProblem {
  if (prefix.length > 200)
    return { problem: 'what `prepend` puts before each line is longer than 200 characters' }
  return text === '' ? '' : text.replace(/^/gm, () => prefix)
}

/** By characters; a negative start counts from the end. */
function substring(text: string, from: unknown, length: unknown): string {
  const characters = Array.from(text)
  const begin = typeof from === 'number' ? from : 0
  const start = begin < 0 ? Math.max(0, characters.length + begin) : begin
  return characters
    .slice(start, typeof length === 'number' ? start + Math.max(0, length) : undefined)
    .join('')
}
