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
      const date = style === undefined ? 'YYYY-MM-DD' : fromStyle(style)
      if (date === null) return null
      format += date
      rest = rest.slice(expression.length)
      continue
    }
    const next = rest.indexOf('{{')
    if (next === 0) return null
    const literal = next === -1 ? rest : rest.slice(0, next)
    format += escape(literal)
    rest = rest.slice(literal.length)
  }
  return format === '' ? null : format
}

const dateExpression = /^\{\{ *(?:format-)?date +now(?: +['"]([^'"]*)['"])? *\}\}/

function fromStyle(style: string): string | null {
  const named = styles[style]
  if (named !== undefined) return named
  if (!style.includes('%')) return null
  let format = ''
  for (const [part] of style.matchAll(/%.|[^%]+|%$/gs)) {
    const token = part.startsWith('%') ? tokens[part.slice(1)] : escape(part)
    if (token === undefined) return null
    format += token
  }
  return format
}

/** Letters would be read as parts of the date. */
function escape(literal: string): string {
  return literal.replace(/[A-Za-z]+/g, '[$&]')
}

const styles: Readonly<Record<string, string>> = {
  short: 'MM/DD/YYYY',
  medium: 'MMM DD, YYYY',
  long: 'MMMM DD, YYYY',
  full: 'dddd, MMMM DD, YYYY',
  year: 'YYYY',
  time: 'HH:mm',
  timestamp: 'YYYYMMDDHHmm',
  'timestamp-unix': 'X',
}

const tokens: Readonly<Record<string, string>> = {
  '%': '%',
  A: 'dddd',
  a: 'ddd',
  B: 'MMMM',
  b: 'MMM',
  d: 'DD',
  e: 'D',
  F: 'YYYY-MM-DD',
  H: 'HH',
  h: 'MMM',
  I: 'hh',
  j: 'DDDD',
  M: 'mm',
  m: 'MM',
  p: 'A',
  S: 'ss',
  U: 'ww',
  V: 'WW',
  u: 'E',
  Y: 'YYYY',
  y: 'YY',
}
