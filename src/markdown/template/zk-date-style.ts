/**
 * A date style of zk (`short`, `timestamp`, or strftime's `%Y-%m-%d`) as a Moment.js format; null for an unknown one.
 *
 *     zkDateStyle('%d %b')   // 'DD MMM'
 */
export function zkDateStyle(style: string): string | null {
  const named = styles[style]
  if (named !== undefined) return named
  if (!style.includes('%')) return null
  let format = ''
  for (const [part] of style.matchAll(/%.|[^%]+|%$/gs)) {
    const token = part.startsWith('%') ? tokens[part.slice(1)] : escapeMoment(part)
    if (token === undefined) return null
    format += token
  }
  return format
}

/** Letters would be read as parts of the date. */
export function escapeMoment(literal: string): string {
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
  C: '[%C]',
  c: 'ddd MMM [%e] HH:mm:ss YYYY',
  D: 'MM/DD/YY',
  d: 'DD',
  e: '[%e]',
  F: 'YYYY-MM-DD',
  H: 'HH',
  h: 'MMM',
  I: 'hh',
  j: 'DDDD',
  k: '[%k]',
  l: '[%l]',
  M: 'mm',
  m: 'MM',
  n: '\n',
  p: 'A',
  R: 'HH:mm',
  r: 'hh:mm:ss A',
  S: 'ss',
  s: 'X',
  T: 'HH:mm:ss',
  t: '\t',
  U: '[%U]',
  u: 'E',
  V: 'WW',
  v: '[%e]-MMM-YYYY',
  W: '[%W]',
  w: 'd',
  X: 'HH:mm:ss',
  x: 'MM/DD/YY',
  Y: 'YYYY',
  y: 'YY',
  z: 'ZZ',
}
