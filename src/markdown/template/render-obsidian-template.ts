import { formatMoment } from '../../model/format-moment.ts'

export interface ObsidianTemplateInput {
  readonly title: string
  /** The moment that the template is filled in for. */
  readonly now: Date
  /** The format of `{{date}}` and `{{time}}` where the template gives none. */
  readonly dateFormat: string
  readonly timeFormat: string
}

/**
 * Fills in a template of Obsidian's own plugin: `{{title}}`, `{{date}}`, `{{time}}`, `{{date:FORMAT}}`, and in daily
 * notes `{{yesterday}}`, `{{tomorrow}}` and `{{date+1d:FORMAT}}`. Everything else stays, including what was filled in.
 *
 *     renderObsidianTemplate('# {{date:YYYY}}', input)   // '# 2026'
 */
export function renderObsidianTemplate(
  source: string,
  { title, now, dateFormat, timeFormat }: ObsidianTemplateInput,
): string {
  return source.replace(
    /\{\{ *(title|date|time|yesterday|tomorrow) *(?:([+-]\d{1,6})([yqmwdhs]))? *(?::([^{}\n]{0,200}))?\}\}/gi,
    (_whole, word: string, count?: string, unit?: string, format?: string) => {
      const name = word.toLowerCase()
      if (name === 'title') return title
      const days = name === 'yesterday' ? -1 : name === 'tomorrow' ? 1 : 0
      const moment = moved(moved(now, days, 'd'), Number(count ?? 0), unit ?? 'd')
      return formatMoment(moment, format?.trim() ?? (name === 'time' ? timeFormat : dateFormat))
    },
  )
}

function moved(from: Date, count: number, unit: string): Date {
  const date = new Date(from)
  // As in Moment.js, `M` is months and `m` minutes; the case of other letters does not matter.
  units[unit === 'M' ? unit : unit.toLowerCase()]?.(date, count)
  return date
}

const units: Readonly<Record<string, (date: Date, count: number) => void>> = {
  y: (date, count) => date.setFullYear(date.getFullYear() + count),
  q: (date, count) => date.setMonth(date.getMonth() + 3 * count),
  M: (date, count) => date.setMonth(date.getMonth() + count),
  m: (date, count) => date.setMinutes(date.getMinutes() + count),
  w: (date, count) => date.setDate(date.getDate() + 7 * count),
  d: (date, count) => date.setDate(date.getDate() + count),
  h: (date, count) => date.setHours(date.getHours() + count),
  s: (date, count) => date.setSeconds(date.getSeconds() + count),
}
