type Amount = { readonly ms: number } | { readonly days: number }

/** What one of each unit is: so many milliseconds, or days of the calendar; a month is 30 days, a year 365. */
const units: ReadonlyMap<string, Amount> = new Map([
  ...unit({ ms: 1_000 }, 's', 'sec', 'second'),
  ...unit({ ms: 60_000 }, 'min', 'minute'),
  ...unit({ ms: 3_600_000 }, 'h', 'hour'),
  ...unit({ days: 1 }, 'd', 'day'),
  ...unit({ days: 7 }, 'w', 'week'),
  ...unit({ days: 30 }, 'm', 'month'),
  ...unit({ days: 365 }, 'y', 'year'),
])

/**
 * The moment that lies a span of time after another, or before it; null for any other text. Days are those of this
 * machine's calendar, whose clocks may change meanwhile. `m` alone is months, as in other programs for notes.
 *
 *     addSpan(now, '10min')       // ten minutes from now
 *     addSpan(now, '7d', -1)      // a week ago, at the same time of day
 */
export function addSpan(from: Date, text: string, direction: 1 | -1 = 1): Date | null {
  const [, count = '', letter, word = letter] =
    /^(\d{1,5})(?:([shdwmy])|(sec|second|min|minute|hour|day|week|month|year)s?)$/.exec(text) ?? []
  const one = units.get(word ?? '')
  if (one === undefined) return null
  const amount = Number(count) * direction
  const moment = new Date(from)
  if ('ms' in one) moment.setTime(from.getTime() + amount * one.ms)
  else moment.setDate(from.getDate() + amount * one.days)
  return moment
}

/** What `3m` may mean: `3min` or `3months`; null for a span that cannot be misread. */
export function readingsOfSpan(text: string): readonly [string, string] | null {
  const [, count] = /^(\d{1,5})m$/.exec(text) ?? []
  return count === undefined ? null : [`${count}min`, `${count}months`]
}

function unit(amount: Amount, ...names: readonly string[]): readonly (readonly [string, Amount])[] {
  return names.map((name) => [name, amount] as const)
}
