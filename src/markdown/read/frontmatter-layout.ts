import { isMap, isNode, isScalar, isSeq, parseDocument, type Node, type YAMLMap } from 'yaml'
import type { SourceRange } from '../../model/parsed-note.ts'
import { lineStart } from '../text/line-bounds.ts'
import { lenientOptions } from './read-lenient-yaml.ts'
import { nestingProblem } from './yaml-nesting.ts'

/** One top-level `key: value`, with offsets into the YAML. */
export interface FrontmatterEntry {
  readonly key: string
  readonly node: Node | null
  readonly keyStart: number
  /** After the colon. */
  readonly afterColon: number
  /** The value without its properties and trailing whitespace; empty where there is none. */
  readonly valueStart: number
  readonly valueEnd: number
}

export interface FrontmatterLayout {
  readonly entries: readonly FrontmatterEntry[]
  /** True for `{a: 1, b: 2}`. */
  readonly isFlow: boolean
  /** After the last entry of a flow mapping; unused in a block. */
  readonly end: number
  /** The indentation before each key of a block mapping. */
  readonly indent: string
  /** The indentation of the items in the first block list, null where the note has none. */
  readonly listIndent: string | null
}

/** The position of each key and value of the YAML; null where that cannot be told. */
export function readLayout(yaml: string): FrontmatterLayout | null {
  if (nestingProblem(yaml) !== null) return null
  const document = parseDocument(yaml, lenientOptions)
  const { contents } = document
  if (document.errors.length > 0) return null
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return { entries: [], isFlow: false, end: 0, indent: '', listIndent: null }
  }
  if (!isMap(contents)) return null
  const entries = contents.items.map(({ key, value }) => readEntry(yaml, key, value))
  if (!entries.every((entry) => entry !== null)) return null
  return {
    entries,
    isFlow: contents.flow === true,
    end: (rangeOf(contents)?.end ?? 1) - 1,
    indent: indentOf(yaml, contents),
    listIndent: findListIndent(yaml, entries),
  }
}

function readEntry(yaml: string, key: unknown, value: unknown): FrontmatterEntry | null {
  if (!isScalar(key) || !key.range) return null
  const node = isNode(value) ? value : null
  const colon = key.range[1] + (/^\s*/.exec(yaml.slice(key.range[1]))?.[0].length ?? 0)
  if (yaml[colon] !== ':') return null
  const afterColon = colon + 1
  const { start, end } = rangeOf(node) ?? { start: afterColon, end: afterColon }
  const written = yaml.slice(start, end).trimEnd()
  const entry = { key: String(key.value), node, keyStart: key.range[0], afterColon }
  return written === ''
    ? { ...entry, valueStart: afterColon, valueEnd: afterColon }
    : { ...entry, valueStart: start, valueEnd: start + written.length }
}

function rangeOf(node: Node | null): SourceRange | null {
  return node?.range ? { start: node.range[0], end: node.range[1] } : null
}

function indentOf(yaml: string, contents: YAMLMap): string {
  const start = rangeOf(contents)?.start ?? 0
  const before = yaml.slice(lineStart(yaml, start), start)
  return /^ *$/.test(before) ? before : ''
}

function findListIndent(yaml: string, entries: readonly FrontmatterEntry[]): string | null {
  const list = entries.find(({ node }) => isSeq(node) && node.flow !== true && node.items.length > 0)
  return list === undefined ? null : yaml.slice(lineStart(yaml, list.valueStart), list.valueStart)
}
