import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import type { Anchors } from './anchors.ts'
import { ownToken, pushOwn } from './own-token.ts'
import { element, openTag } from './write-html.ts'

interface Footnote {
  readonly id: string
  readonly number: number
  /** The id of its first mark in the text. */
  readonly mark: string
  /** What it is defined as elsewhere; null for one written within the text. */
  readonly name: string | null
  /** Of one written within the text. */
  readonly tokens: readonly Token[]
}

/** `[^name]` with `[^name]: …` anywhere, and `^[…]` within a line. All of them stand at the end, in the order of their marks. */
export function useFootnotes(md: MarkdownIt, anchors: Anchors): void {
  const notes = new FootnoteBook(anchors)
  md.block.ruler.before('reference', 'footnote', (...asked) => readDefinition(asked, notes), {
    alt: ['paragraph', 'reference'],
  })
  md.inline.ruler.before('link', 'footnote', (state, silent) => readMark(state, silent, notes))
  md.core.ruler.after('inline', 'footnotes', (state) => {
    gather(state, notes)
  })
}

/** Footnotes in the order of their marks. */
class FootnoteBook {
  readonly defined = new Set<string>()
  /** How many footnotes within footnotes are being read. */
  depth = 0
  readonly all: Footnote[] = []
  readonly #anchors: Anchors
  readonly #byName = new Map<string, Footnote>()

  constructor(anchors: Anchors) {
    this.#anchors = anchors
  }

  named(name: string): { readonly note: Footnote; readonly isFirst: boolean } {
    const known = this.#byName.get(name)
    if (known !== undefined) return { note: known, isFirst: false }
    const note = this.add(name, [])
    this.#byName.set(name, note)
    return { note, isFirst: true }
  }

  add(name: string | null, tokens: readonly Token[]): Footnote {
    const number = this.all.length + 1
    const [id, mark] = [this.#anchors.take(`fn-${number}`), this.#anchors.take(`fnref-${number}`)]
    const note = { id, number, mark, name, tokens }
    this.all.push(note)
    return note
  }
}

const openType = 'footnote_open'
const closeType = 'footnote_close'

/** A definition with everything that is indented below it. */
function readDefinition(
  [state, startLine, endLine, silent]: [StateBlock, number, number, boolean],
  notes: FootnoteBook,
): boolean {
  const begin = state.bMarks[startLine] ?? 0
  const shift = state.tShift[startLine] ?? 0
  const indent = state.sCount[startLine] ?? 0
  if (indent - state.blkIndent >= 4) return false
  const line = state.src.slice(begin + shift, state.eMarks[startLine])
  const [head, name = ''] = /^\[\^([^\]\s]+)\]:[ \t]*/.exec(line) ?? []
  if (head === undefined) return false
  if (silent) return true
  notes.defined.add(name)
  const open = state.push(openType, '', 1)
  open.info = name
  const { parentType } = state
  state.bMarks[startLine] = begin + shift + head.length
  state.tShift[startLine] = 0
  state.blkIndent += 4
  state.sCount[startLine] = state.blkIndent
  state.parentType = 'footnote'
  state.line = startLine
  state.md.block.tokenize(state, startLine, endLine)
  state.parentType = parentType
  state.blkIndent -= 4
  state.bMarks[startLine] = begin
  state.tShift[startLine] = shift
  state.sCount[startLine] = indent
  state.push(closeType, '', -1)
  return true
}

function readMark(state: StateInline, silent: boolean, notes: FootnoteBook): boolean {
  const { src, pos, posMax } = state
  if (state.linkLevel > 0) return false
  if (src.startsWith('^[', pos)) return readWithin(state, silent, notes)
  if (!src.startsWith('[^', pos)) return false
  const close = src.indexOf(']', pos)
  if (close === -1 || close >= posMax) return false
  const name = src.slice(pos + 2, close)
  if (!notes.defined.has(name)) return false
  if (!silent) {
    const { note, isFirst } = notes.named(name)
    pushOwn(state, markOf(note, isFirst), '')
  }
  state.pos = close + 1
  return true
}

function readWithin(state: StateInline, silent: boolean, notes: FootnoteBook): boolean {
  if (notes.depth === deepest) return false
  const start = state.pos + 2
  const close = state.md.helpers.parseLinkLabel(state, state.pos + 1)
  if (close === -1) return false
  if (!silent) {
    const tokens: Token[] = []
    const inline = new state.Token('inline', '', 0)
    inline.children = tokens
    notes.depth += 1
    state.md.inline.parse(state.src.slice(start, close), state.md, state.env, tokens)
    notes.depth -= 1
    pushOwn(state, markOf(notes.add(null, [inline]), true), '')
  }
  state.pos = close + 1
  return true
}

const deepest = 3

function markOf({ id, number, mark }: Footnote, isFirst: boolean): string {
  const link = element('a', { href: `#${id}`, id: isFirst ? mark : null }, String(number))
  return `<sup class="footnote-ref">${link}</sup>`
}

/** Takes the definitions out of the text and puts them behind it; one that nothing marks comes last. */
function gather(state: StateCore, notes: FootnoteBook): void {
  const named = new Map<string, Token[]>()
  const others: Token[][] = []
  const body: Token[] = []
  const open: Token[][] = []
  for (const token of state.tokens) {
    if (token.type === openType) {
      const tokens: Token[] = []
      if (named.has(token.info)) others.push(tokens)
      else named.set(token.info, tokens)
      open.push(tokens)
    } else if (token.type === closeType) open.pop()
    else (open.at(-1) ?? body).push(token)
  }
  const listed = notes.all.map((note) => {
    const { name, tokens } = note
    if (name === null) return { note, tokens }
    const definition = named.get(name) ?? []
    named.delete(name)
    return { note, tokens: definition }
  })
  const unmarked = [...named.values(), ...others].map((tokens) => ({ note: null, tokens }))
  const all = [...listed, ...unmarked]
  if (all.length === 0) return
  const own = (html: string) => ownToken(state.Token, html)
  state.tokens = [
    ...body,
    own('<section class="footnotes">\n<ol>\n'),
    ...all.flatMap(({ note, tokens }) => [
      own(openTag('li', { id: note?.id ?? null, dir: 'auto' })),
      ...tokens,
      own(note === null ? '</li>\n' : `${backTo(note)}</li>\n`),
    ]),
    own('</ol>\n</section>\n'),
  ]
}

function backTo({ mark, number }: Footnote): string {
  return element(
    'a',
    { class: 'footnote-back', href: `#${mark}`, 'aria-label': `Back to mark ${number}` },
    '↩',
  )
}
