/** Milliseconds of each unit; a month is 30 days, a year 365. */
const units: ReadonlyMap<string, number> = new Map([
  ...unit(1_000, 's', 'sec', 'second'),
  ...unit(60_000, 'min', 'minute'),
  ...unit(3_600_000, 'h', 'hour'),
  ...unit(86_400_000, 'd', 'day'),
  ...unit(7 * 86_400_000, 'w', 'week'),
  ...unit(30 * 86_400_000, 'm', 'month'),
  ...unit(365 * 86_400_000, 'y', 'year'),
])

/**
 * The milliseconds of a span of time; null for any other text. `m` alone is months, as in other programs for notes.
 *
 *     readSpan('10min')   // 600_000
 *     readSpan('6m') === readSpan('6months')
 */
export function readSpan(text: string): number | null {
  const [, count = '', letter, word = letter] =
    /^(\d{1,5})(?:([shdwmy])|(sec|second|min|minute|hour|day|week|month|year)s?)$/.exec(text) ?? []
  const ms = units.get(word ?? '')
  return ms === undefined ? null : Number(count) * ms
}

/** What `3m` may mean: `3min` or `3months`; null for a span that cannot be misread. */
export function readingsOfSpan(text: string): readonly [string, string] | null {
  const [, count] = /^(\d{1,5})m$/.exec(text) ?? []
  return count === undefined ? null : [`${count}min`, `${count}months`]
}

function unit(ms: number, ...names: readonly string[]): readonly (readonly [string, number])[] {
  return names.map((name) => [name, ms] as const)
}
