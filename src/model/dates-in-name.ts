/**
 * Whether two names hold dates and not the same ones: a day's or a week's note never becomes that of another one, however much
 * of a template both have.
 *
 *     differInDate('2026-01-01', '2026-01-09 Friday')   // true
 *     differInDate('2026-01-01', 'archive 20260101')    // false
 */
export function differInDate(one: string, other: string): boolean {
  const [some, others] = [datesIn(one), datesIn(other)]
  return some !== '' && others !== '' && some !== others
}

/** Days, weeks, quarters and months, each once, whatever stands between their numbers. */
const date =
  /(?<!\d)(?:19|20)\d{2}(?:[-_.]?W[0-5]\d|[-_.]?Q[1-4]|([-_.])(?:0[1-9]|1[0-2])(?:\1[0-3]\d)?|(?:0[1-9]|1[0-2])[0-3]\d)(?!\d)/gi

function datesIn(name: string): string {
  const found = (name.match(date) ?? []).map((text) => text.replaceAll(/[-_.]/g, '').toUpperCase())
  return [...new Set(found)].sort().join(' ')
}

/**
 * The first day that a name says, or null: as Obsidian, Logseq or Dendron write it, with one mark between its numbers.
 *
 *     dayInName('daily.journal.2026.01.08.md')   // '2026-01-08'
 */
export function dayInName(name: string): string | null {
  const { year, month, day } = wholeDay.exec(name)?.groups ?? {}
  return year === undefined ? null : `${year}-${month ?? ''}-${day ?? ''}`
}

const wholeDay =
  /(?<![\p{L}\p{N}])(?<year>\d{4})(?<mark>[-_.])(?<month>0[1-9]|1[0-2])\k<mark>(?<day>0[1-9]|[12]\d|3[01])(?=T\d|[^\p{L}\p{N}]|$)/u
