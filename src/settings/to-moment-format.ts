import { escapeMoment, zkDateStyle } from '../markdown/template/zk-date-style.ts'

/**
 * The date in a zk file name template, as Moment.js writes it; null where the template holds anything that is not a
 * date or plain text.
 *
 *     toMomentFormat("{{format-date now '%Y-%m-%d'}}")   // 'YYYY-MM-DD'
 */
export function toMomentFormat(template: string): string | null {
  let format = ''
  let rest = template
  while (rest !== '') {
    const [expression = '', style] = dateExpression.exec(rest) ?? []
    if (expression !== '') {
      const date = style === undefined ? 'YYYY-MM-DD' : zkDateStyle(style)
      if (date === null) return null
      format += date
      rest = rest.slice(expression.length)
      continue
    }
    const next = rest.indexOf('{{')
    if (next === 0) return null
    const literal = next === -1 ? rest : rest.slice(0, next)
    format += escapeMoment(literal)
    rest = rest.slice(literal.length)
  }
  return format === '' ? null : format
}

const dateExpression = /^\{\{ *(?:format-)?date +now(?: +['"]([^'"]*)['"])? *\}\}/
