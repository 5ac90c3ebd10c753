/** How a language names months and days. */
export interface DateNames {
  /** `isBesideDay`: as in "1 December", which some languages inflect. */
  readonly month: (date: Date, isBesideDay: boolean) => string
  readonly shortMonth: (date: Date) => string
  readonly weekday: (date: Date) => string
  readonly shortWeekday: (date: Date) => string
  readonly shortestWeekday: (date: Date) => string
}

export const months =
  'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const nameOfMonth = (date: Date) => months[date.getMonth()] ?? ''
const nameOfDay = (date: Date) => days[date.getDay()] ?? ''

export const englishNames: DateNames = {
  month: nameOfMonth,
  shortMonth: (date) => nameOfMonth(date).slice(0, 3),
  weekday: nameOfDay,
  shortWeekday: (date) => nameOfDay(date).slice(0, 3),
  shortestWeekday: (date) => nameOfDay(date).slice(0, 2),
}

/** Languages of Obsidian's menus whose numbers are written in these digits, beside English. */
export const otherLanguages =
  'de fr es it nl pt pt-BR pl ru uk cs sk sv da nb fi hu ro tr el ja ko zh-CN zh-TW vi th id ms ca gl eu hr sr sl bg lt lv et is be he hi ka hy sq af'.split(
    ' ',
  )

/** Of these Moment.js knows the form beside a day. */
const inflected = new Set(['ru', 'uk', 'pl', 'cs', 'hr', 'lt', 'el', 'ca', 'be', 'hy'])

const known = new Map<string, DateNames>()

/** Names as Unicode's CLDR has them: in full they are those of Moment.js nearly everywhere, abbreviations in most languages. */
export function namesIn(language: string): DateNames {
  const names = known.get(language) ?? makeNames(language)
  known.set(language, names)
  return names
}

function makeNames(language: string): DateNames {
  const written = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | null = null
    // Made when it is first needed: each takes a millisecond.
    return (date: Date) => (format ??= new Intl.DateTimeFormat(language, options)).formatToParts(date)
  }
  const whole = (options: Intl.DateTimeFormatOptions) => {
    const parts = written(options)
    return (date: Date) =>
      parts(date)
        .map(({ value }) => value)
        .join('')
  }
  const alone = whole({ month: 'long' })
  const besideDay = written({ day: 'numeric', month: 'long' })
  return {
    month: (date, isBesideDay) =>
      isBesideDay && inflected.has(language)
        ? (besideDay(date).find(({ type }) => type === 'month')?.value ?? alone(date))
        : alone(date),
    shortMonth: whole({ month: 'short' }),
    weekday: whole({ weekday: 'long' }),
    shortWeekday: whole({ weekday: 'short' }),
    shortestWeekday: whole({ weekday: 'short' }),
  }
}
