import { type Member, membersOf, plainJson } from './json-comments.ts'

/**
 * Sets `section.name` of a JSON settings file, which may have comments and trailing commas. Every other byte stays.
 *
 *     editJson('{\n  // mine\n  "a": 1\n}\n', 'mcp', 'flint', {})
 *     // '{\n  // mine\n  "a": 1,\n  "mcp": {\n    "flint": {}\n  }\n}\n'
 */
export function editJson(text: string, section: string, name: string, value: object): string {
  const json = plainJson(text)
  const root = json.search(/\S/)
  if (root === -1) return `${JSON.stringify({ [section]: { [name]: value } }, null, 2)}\n`
  const layout = layoutOf(text)
  const servers = memberOf(json, root, section)
  if (servers === undefined)
    return addMember({ text, json, object: root, depth: 0, layout }, section, { [name]: value })
  const object = servers.value.start
  const flint = memberOf(json, object, name)
  if (flint === undefined) return addMember({ text, json, object, depth: 1, layout }, name, value)
  const { start, end } = flint.value
  return text.slice(0, start) + render(value, 2, layout) + text.slice(end)
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

function addMember({ text, json, object, depth, layout }: Place, key: string, value: object): string {
  const { members, end } = membersOf(json, object)
  const { indent, lineEnding } = layout
  const line = `${lineEnding}${indent.repeat(depth + 1)}${JSON.stringify(key)}: ${render(value, depth + 1, layout)}`
  const last = members.at(-1)?.value.end
  if (last === undefined) {
    const close = text.slice(object + 1, end).trim() === '' ? object + 1 : lineBefore(text, end)
    return `${text.slice(0, close)}${line}${lineEnding}${indent.repeat(depth)}${text.slice(end)}`
  }
  // An existing comma stays where it is, and comments after the last member stay after it.
  const comma = /^\s*,/.test(withoutComments(text.slice(last, end))) ? '' : ','
  const behind = lineBefore(text, end)
  return behind <= last
    ? `${text.slice(0, last)}${comma}${line}${lineEnding}${indent.repeat(depth)}${text.slice(end)}`
    : `${text.slice(0, last)}${comma}${text.slice(last, behind)}${line}${lineEnding}${indent.repeat(depth)}${text.slice(end)}`
}

/** The end of the line before the closing bracket, when the bracket is first on its line. */
function lineBefore(text: string, bracket: number): number {
  const before = text.slice(0, bracket).replace(/[ \t]+$/, '')
  return before.replace(/\r?\n$/, '').length
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, '')
}

function render(value: object, depth: number, { indent, lineEnding }: Layout): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', `${lineEnding}${indent.repeat(depth)}`)
}

function memberOf(json: string, object: number, key: string): Member | undefined {
  return membersOf(json, object).members.findLast((member) => member.key === key)
}

function layoutOf(text: string): Layout {
  return {
    indent: /^[^\S\r\n]+(?=")/m.exec(text)?.[0] ?? '  ',
    lineEnding: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
