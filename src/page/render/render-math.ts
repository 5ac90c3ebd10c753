import type { Options } from 'temml'
import temml from 'temml/dist/temml.mjs'
import { escapeHtml, openTag } from './write-html.ts'

/** So much TeX is read for one page, in characters. */
const mostTex = 100_000
const longestFormula = 5_000

/** A function that makes MathML of TeX: null for what cannot be read, what is no plain mathematics, and too much of it. */
export function mathRenderer(): (tex: string, isBlock: boolean) => string | null {
  let room = mostTex
  return (tex, isBlock) => {
    room -= tex.length + 20
    if (room < 0 || tex.length > longestFormula) return null
    try {
      return write(temml.__renderToMathMLTree(tex, { ...options, displayMode: isBlock }), 0)
    } catch {
      // Whatever is wrong with a formula, its source is shown.
      return null
    }
  }
}

const options: Options = {
  throwOnError: true,
  trust: false,
  strict: true,
  maxExpand: 100,
  maxSize: [20, 100],
}

const deepest = 100

/** Writes what is known and refuses everything else: the library's own writing is not relied on. */
function write(node: unknown, depth: number): string {
  if (typeof node !== 'object' || node === null || depth > deepest) throw new TypeError('This is no formula.')
  const { type, text, children, attributes }: MathNode = { ...node }
  if (typeof type !== 'string') {
    if (typeof text === 'string') return escapeHtml(text)
    return writeAll(children, depth)
  }
  if (!elements.has(type)) throw new TypeError(`A formula has no ${type}.`)
  return `${openTag(type, known(attributes))}${writeAll(children, depth)}</${type}>`
}

interface MathNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly children?: unknown
  readonly attributes?: unknown
}

function writeAll(children: unknown, depth: number): string {
  return Array.isArray(children) ? children.map((child) => write(child, depth + 1)).join('') : ''
}

function known(attributes: unknown): Readonly<Record<string, string>> {
  if (typeof attributes !== 'object' || attributes === null) return {}
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]: [string, unknown]) => {
      const written = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
      return mathAttributes.has(name) && /^[\w .%#+-]{1,100}$/.test(written) ? [[name, written]] : []
    }),
  )
}

const elements: ReadonlySet<string> = new Set([
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'ms', 'mtext', 'mspace', 'mstyle', 'mpadded', 'mphantom', 'menclose'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'none'],
  ...['mfrac', 'msqrt', 'mroot', 'mtable', 'mtr', 'mtd'],
])

const mathAttributes: ReadonlySet<string> = new Set([
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'dir', 'stretchy', 'fence', 'form'],
  ...['lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height', 'depth', 'voffset', 'linethickness'],
  ...['accent', 'accentunder', 'columnalign', 'rowspacing', 'columnspacing', 'columnlines', 'rowlines'],
  ...['notation', 'movablelimits', 'largeop', 'symmetric', 'columnspan', 'rowspan', 'separator'],
])
