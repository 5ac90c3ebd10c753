import { changesBetween, type Change } from './changes-between.ts'
import { type Member, membersOf, plainJson } from './json-comments.ts'
import type { Settings } from './read-settings-text.ts'

/**
 * Changes in a JSON settings file, which may have comments and trailing commas, what differs between `before` and
 * `after`. Every other byte stays.
 *
 *     editJson('{\n  // mine\n  "a": 1\n}\n', { a: 1 }, { a: 1, mcp: { flint: {} } })
 *     // '{\n  // mine\n  "a": 1,\n  "mcp": {\n    "flint": {}\n  }\n}\n'
 */
export function editJson(text: string, before: Settings, after: Settings): string {
  if (plainJson(text).trim() === '') return `${JSON.stringify(after, null, 2)}\n`
  return changesBetween(before, after).reduce(carryOut, text)
}

function carryOut(text: string, { path, value }: Change): string {
  const json = plainJson(text)
  const layout = layoutOf(text)
  let object = json.search(/\S/)
  for (const [depth, key] of path.entries()) {
    const { members, end } = membersOf(json, object)
    const at = members.findLastIndex((member) => member.key === key)
    const found = members[at]
    const isLast = depth === path.length - 1
    if (found === undefined) return addMember({ text, json, object, depth, layout }, key, value)
    if (!isLast) object = found.value.start
    else if (value === undefined) return removeMember({ text, members, at, open: object, close: end })
    else
      return text.slice(0, found.value.start) + render(value, depth + 1, layout) + text.slice(found.value.end)
  }
  return text
}

interface Layout {
  readonly indent: string
  readonly lineEnding: string
}

interface Place {
  readonly text: string
  readonly json: string
  /** Where the object begins. */
  readonly object: number
  /** How many objects it is nested in. */
  readonly depth: number
  readonly layout: Layout
}

function addMember({ text, json, object, depth, layout }: Place, key: string, value: unknown): string {
  const { members, end } = membersOf(json, object)
  const { indent, lineEnding } = layout
  const line = `${lineEnding}${indent.repeat(depth + 1)}${JSON.stringify(key)}: ${render(value, depth + 1, layout)}`
  const last = members.at(-1)?.value.end
  if (last === undefined) {
    const close = text.slice(object + 1, end).trim() === '' ? object + 1 : lineBefore(text, end)
    return `${text.slice(0, close)}${line}${lineEnding}${indent.repeat(depth)}${text.slice(end)}`
  }
  if (!text.slice(object, end).includes('\n'))
    return `${text.slice(0, last)}, ${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(last)}`
  // Comments after the last member stay after it. A comma behind that stays too, and the new one has one as well.
  const isClosed = /^\s*,/.test(withoutComments(text.slice(last, end)))
  const [comma, own] = isClosed ? ['', ','] : [',', '']
  const behind = lineBefore(text, end)
  return behind <= last
    ? `${text.slice(0, last)}${comma}${line}${own}${lineEnding}${indent.repeat(depth)}${text.slice(end)}`
    : `${text.slice(0, last)}${comma}${text.slice(last, behind)}${line}${own}${lineEnding}${indent.repeat(depth)}${text.slice(end)}`
}

interface Removal {
  readonly text: string
  readonly members: readonly Member[]
  readonly at: number
  /** The brackets of the object. */
  readonly open: number
  readonly close: number
}

/** With its lines, where it has them for itself, and a comment behind it. */
function removeMember({ text, members, at, open, close }: Removal): string {
  const member = members[at]
  if (member === undefined) return text
  const { keyStart, value } = member
  const [previous, next] = [members[at - 1], members[at + 1]]
  const isLast = next === undefined && previous !== undefined
  // A comma behind it goes with it; of the last one on a line that it shares, the one before it.
  const comma = /^(?:\s|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(value.end, close))?.[0].length ?? 0
  const lineStart = text.lastIndexOf('\n', keyStart - 1) + 1
  const rest = /^[ \t]*(?:\/\/[^\n\r]*)?\r?\n/.exec(text.slice(value.end + comma))?.[0].length
  const ownsLines = rest !== undefined && text.slice(lineStart, keyStart).trim() === ''
  const start = ownsLines ? lineStart : isLast ? previous.value.end : keyStart
  const end = ownsLines ? value.end + comma + rest : (next?.keyStart ?? value.end + (isLast ? 0 : comma))
  const before = text.slice(0, start)
  if (previous === undefined && next === undefined && text.slice(open + 1, start).trim() === '')
    if (text.slice(end, close).trim() === '') return text.slice(0, open + 1) + text.slice(close)
  const needsNone = isLast && comma === 0 && ownsLines
  return (needsNone ? withoutComma(before, previous.value.end) : before) + text.slice(end)
}

function withoutComma(text: string, from: number): string {
  return text.slice(0, from) + text.slice(from).replace(/^((?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*),/, '$1')
}

/** The end of the line before the closing bracket, when the bracket is first on its line. */
function lineBefore(text: string, bracket: number): number {
  const before = text.slice(0, bracket).replace(/[ \t]+$/, '')
  return before.replace(/\r?\n$/, '').length
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, '')
}

function render(value: unknown, depth: number, { indent, lineEnding }: Layout): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${lineEnding}${indent.repeat(depth)}`)
}

function layoutOf(text: string): Layout {
  return {
    indent: /^[^\S\r\n]+(?=")/m.exec(text)?.[0] ?? '  ',
    lineEnding: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
