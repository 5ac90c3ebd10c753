import { parse, stringify } from 'smol-toml'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../model/is-record.ts'
import { changesBetween, type Change } from './changes-between.ts'
import type { Settings } from './read-settings-text.ts'

/**
 * Changes in a TOML settings file what differs between `before` and `after`; a new table comes at the end. Every other
 * line stays. The caller must read the result again, as what is written with dotted keys is not found.
 */
export function editToml(text: string, before: Settings, after: Settings): string {
  const lineEnding = text.includes('\r\n') ? '\r\n' : '\n'
  return changesBetween(before, after).reduce((now, change) => carryOut(now, change, after, lineEnding), text)
}

function carryOut(text: string, change: Change, after: Settings, lineEnding: string): string {
  const { path, value } = change
  const statements = readStatements(text)
  const isBelow = ({ table }: Statement) => path.every((key, at) => table[at] === key)
  const end = (lines: string) => lines.replaceAll(/\r?\n/g, lineEnding)
  if (value === undefined && statements.some(isBelow)) {
    // The empty line above it came with it.
    const isGap = (one: Statement, at: number) =>
      one.text.trim() === '' && statements.slice(at + 1, at + 2).some(isBelow)
    const isKept = (one: Statement, at: number) =>
      isBelow(one) ? belongsBelow(statements, at, isBelow) : !isGap(one, at)
    return joined(statements.filter(isKept))
  }
  const parent = path.slice(0, -1)
  const isOwn = ({ table }: Statement) => isDeepStrictEqual(table, parent)
  if (!statements.some((one) => isOwn(one) && one.key === null && one.table.length > 0)) {
    // Rewritten is only what is ours.
    if (parent.length > 1 && isInBraces(statements, parent))
      return carryOut(text, { path: parent, value: valueAt(after, parent) }, after, lineEnding)
    const block = end(`${stringify(nested(path, value)).trim()}\n`)
    const isEnded = text === '' || text.endsWith('\n')
    return `${text}${isEnded ? '' : lineEnding}${text === '' ? '' : lineEnding}${block}`
  }
  const key = path.at(-1) ?? ''
  const at = statements.findIndex((one) => isOwn(one) && one.key === key)
  const old = statements[at]
  if (old !== undefined) {
    const line = value === undefined ? '' : end(changedStatement(old.text, key, value))
    return joined(statements.map((one, place) => (place === at ? { ...one, text: line } : one)))
  }
  const behind = statements.findLastIndex((one) => isOwn(one) && one.key !== undefined) + 1
  const added = isRecord(value)
    ? `\n${stringify(nested(path, value)).trim()}\n`
    : `${assignment(key, value)}\n`
  const [above, below] = [joined(statements.slice(0, behind)), joined(statements.slice(behind))]
  return `${above}${above.endsWith('\n') ? '' : lineEnding}${end(added)}${below}`
}

interface Statement {
  /** The table that it is in, or begins. */
  readonly table: readonly string[]
  /** Null for the head of a table, undefined for a comment and an empty line. */
  readonly key: string | null | undefined
  readonly text: string
}

/** A text cut into heads, assignments, comments and empty lines. */
function readStatements(text: string): readonly Statement[] {
  const lines = text.split(/(?<=\n)/)
  const statements: Statement[] = []
  let table: readonly string[] = []
  for (let at = 0, next = 1; at < lines.length; at = next, next = at + 1) {
    if (/^\s*(?:#|$)/.test(lines[at] ?? '')) {
      statements.push({ table, key: undefined, text: lines[at] ?? '' })
      continue
    }
    // A text or a list may go on over lines.
    let read = tryParse(lines.slice(at, next).join(''))
    while (read === null && next < lines.length) read = tryParse(lines.slice(at, (next += 1)).join(''))
    const isHead = /^\s*\[/.test(lines[at] ?? '')
    if (isHead) table = onlyPath(read ?? {})
    const [key] = Object.keys(read ?? {})
    statements.push({ table, key: isHead ? null : key, text: lines.slice(at, next).join('') })
  }
  return statements
}

function tryParse(text: string): Settings | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}

/** The keys of a head, `[a.b]`; one of a list, `[[a]]`, ends with a key that none else has. */
function onlyPath(settings: Settings): readonly string[] {
  const [[key, value] = ['', null]] = Object.entries(settings)
  return [key, ...(isRecord(value) ? (Object.keys(value).length > 0 ? onlyPath(value) : []) : ['[]'])]
}

/** Comments and empty lines above the next table belong to it, and comments at the end to nobody. */
function belongsBelow(
  statements: readonly Statement[],
  at: number,
  isOurs: (statement: Statement) => boolean,
): boolean {
  if (statements[at]?.key !== undefined) return false
  const next = statements.slice(at).find(({ key }) => key !== undefined)
  return next === undefined ? statements[at]?.text.trim() !== '' : !isOurs(next)
}

/** Whether a table is written as a value: `flint = { command = "flint" }`. */
function isInBraces(statements: readonly Statement[], path: readonly string[]): boolean {
  const table = path.slice(0, -1)
  return statements.some(
    ({ table: own, key, text }) =>
      isDeepStrictEqual(own, table) && key === path.at(-1) && /^[^=]*=\s*\{/.test(text),
  )
}

/** With the comment behind it. */
function changedStatement(text: string, key: string, value: unknown): string {
  const old = tryParse(text)
  const marks = [...text.matchAll(/[ \t]*#/g)].map(({ index }) => index)
  const mark = marks.find((at) => isDeepStrictEqual(tryParse(text.slice(0, at)), old))
  const indent = /^\s*/.exec(text)?.[0] ?? ''
  return `${indent}${assignment(key, value)}${mark === undefined ? '\n' : text.slice(mark)}`
}

function assignment(key: string, value: unknown): string {
  if (!isRecord(value)) return stringify({ [key]: value }).trim()
  const inner = Object.entries(value).map(([name, one]) => assignment(name, one))
  const [name = ''] = stringify({ [key]: 0 }).split(' = ')
  return `${name} = { ${inner.join(', ')} }`
}

function nested(path: readonly string[], value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}

function valueAt(settings: Settings, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), settings)
}

function joined(statements: readonly Statement[]): string {
  return statements.map(({ text }) => text).join('')
}
