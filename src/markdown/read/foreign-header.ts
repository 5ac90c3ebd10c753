import { isRecord } from '../../model/is-record.ts'
import type { ForeignHeader } from '../../model/parsed-note.ts'
import { parseJson } from '../../model/parse-json.ts'
import { VaultError } from '../../model/vault-error.ts'
import { lineContentEnd, lineEnd } from '../text/line-bounds.ts'

/**
 * The header that begins at `start`: TOML between two lines `+++` or a JSON object whose braces have lines of their own, as
 * Hugo has them, or Pandoc's lines `% Title`, which end at an empty line. Null where there is none.
 *
 *     findForeignHeader('+++\ntitle = "One"\n+++\n', 0)   // { kind: 'TOML', title: 'One', end: 23 }
 */
export function findForeignHeader(text: string, start: number): ForeignHeader | null {
  switch (text.charAt(start)) {
    case '+':
      return findToml(text, start)
    case '{':
      return findJson(text, start)
    case '%':
      return findPandoc(text, start)
    default:
      return null
  }
}

/** For a change that would put frontmatter, or anything else, above such a header or into it. */
export function headerStays({ kind }: ForeignHeader): VaultError {
  return new VaultError(
    'VALIDATION_FAILED',
    `The note begins with a ${kind} header, which is read but not written here. Nothing was changed.`,
    { hint: ['What it says is changed as text.', { kind: 'change-text' }] },
  )
}

function findToml(text: string, start: number): ForeignHeader | null {
  const place = between(text, start, '+++', '+++')
  if (place === null) return null
  const { inner, end } = place
  // Below the first table a title is that table's.
  const [topmost = ''] = inner.split(/^[ \t]*\[/m, 1)
  const [, basic, literal] =
    /^[ \t]*title[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)+)"|'([^'\n]+)')[ \t\r]*(?:#.*)?$/m.exec(topmost) ?? []
  const title = basic === undefined ? literal : parseJson(`"${basic}"`)
  return { kind: 'TOML', title: oneLine(title), end }
}

function findJson(text: string, start: number): ForeignHeader | null {
  const place = between(text, start, '{', '}')
  const data = place === null ? null : parseJson(`{${place.inner}}`)
  return place === null || !isRecord(data)
    ? null
    : { kind: 'JSON', title: oneLine(data['title']), end: place.end }
}

/** What stands between a first line and the next one that is just `close`. */
function between(text: string, start: number, open: string, close: string) {
  if (lineAt(text, start) !== open) return null
  const first = lineEnd(text, start)
  for (let line = first; line < text.length; line = lineEnd(text, line))
    if (lineAt(text, line) === close) return { inner: text.slice(first, line), end: lineEnd(text, line) }
  return null
}

/** Up to three lines, for title, authors and date; each goes on in lines that are set in. */
function findPandoc(text: string, start: number): ForeignHeader | null {
  const written: string[] = []
  let end = start
  for (; end < text.length; end = lineEnd(text, end)) {
    const line = lineAt(text, end)
    if (/^%(?: |$)/.test(line) && written.length < 3) written.push(line.slice(1))
    else if (/^[ \t]+\S/.test(line) && written.length > 0) written.push(`${written.pop() ?? ''} ${line}`)
    else break
  }
  const title = oneLine(written[0])
  return title === null || lineAt(text, end) !== '' ? null : { kind: 'Pandoc', title, end }
}

function lineAt(text: string, start: number): string {
  return text.slice(start, lineContentEnd(text, start)).trimEnd()
}

function oneLine(title: unknown): string | null {
  const words = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : ''
  return words === '' ? null : words
}
