import { lowered, raised } from './raised-text.ts'

/** The used part of a document: the project is compiled without the browser's types. */
export interface PageNode {
  readonly nodeName: string
  readonly childNodes: Iterable<PageNode>
  textContent: string | null
}
export interface PageElement extends PageNode {
  readonly parentElement: PageElement | null
  readonly previousElementSibling: PageElement | null
  readonly previousSibling: PageNode | null
  readonly nextSibling: PageNode | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  querySelector(selector: string): PageElement | null
  closest(selector: string): PageElement | null
  append(...nodes: PageNode[]): void
  prepend(...nodes: PageNode[]): void
  before(...nodes: PageNode[]): void
  replaceWith(...nodes: PageNode[]): void
}
export interface PageDocument {
  readonly documentElement: PageElement | null
  readonly defaultView: object | null
  createElement(name: string): PageElement
  createTextNode(text: string): PageNode
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
}

/**
 * Marks what belongs to a page's text and that defuddle would take for what surrounds it: short lists behind a paragraph or
 * within another list, which could be dates and authors; the header of a section; who is quoted. A word that is partly bold
 * stays one word, and what stands above or below the line becomes plain text: it would be taken for a footnote.
 * The lines of code stay as deep as they are. `withoutMarks` takes the marks from defuddle's answer.
 */
export function keepContent(document: PageDocument): void {
  keepLists(document)
  keepNumbers(document)
  keepCells(document)
  keepHeaders(document)
  keepIndices(document)
  keepCode(document)
  keepWords(document)
  keepPathless(document)
}

function keepLists(document: PageDocument): void {
  for (const list of document.querySelectorAll('ul, ol, dl')) {
    const item = Array.from(list.childNodes).find(isItem)
    if (item === undefined || !isContent(list)) continue
    const sentence = document.createElement('p')
    sentence.textContent = sentenceMark
    item.append(sentence)
  }
}

/** Of an item defuddle leaves no `value`, but a `start`. */
function keepNumbers(document: PageDocument): void {
  for (const item of document.querySelectorAll('ol > li[value]'))
    item.setAttribute('start', item.getAttribute('value') ?? '')
}

/** Of a table with one column defuddle leaves the words alone, those of all cells in one. */
function keepCells(document: PageDocument): void {
  for (const cell of document.querySelectorAll('td:only-child')) {
    if (cell.textContent?.trim() === '') continue
    cell.prepend(document.createTextNode(cellMark))
    cell.append(document.createTextNode(cellMark))
  }
}

function isItem(node: PageNode): node is PageElement {
  return node.nodeName === 'LI' || node.nodeName === 'DD'
}

function keepHeaders(document: PageDocument): void {
  for (const header of document.querySelectorAll('section > header, article > header')) {
    if (header.querySelector('h2, h3, h4, h5, h6') !== null && header.querySelector('h1') === null)
      unwrap(header)
  }
  for (const footer of document.querySelectorAll('blockquote > footer')) {
    const line = document.createElement('p')
    for (const node of [...footer.childNodes]) line.append(node)
    footer.replaceWith(line)
  }
}

function unwrap(element: PageElement): void {
  for (const node of [...element.childNodes]) element.before(node)
  element.replaceWith()
}

function keepIndices(document: PageDocument): void {
  for (const node of document.querySelectorAll('sup, sub')) {
    const [text, before] = [node.textContent?.trim() ?? '', node.previousSibling?.textContent ?? '']
    const isReference = node.querySelector('a') !== null || node.closest('a, pre, code, math, svg') !== null
    const isNamed = ['id', 'class'].some((name) => (node.getAttribute(name) ?? '') !== '')
    // A number behind a word may be a footnote's.
    const isNote = node.nodeName === 'SUP' && /^\W?\d+\W?$/.test(text) && !isQuantity.test(before)
    if (text === '' || isReference || isNamed || isNote) continue
    const own = node.nodeName === 'SUB' ? lowered(text) : raised(text, /\d$/.test(before))
    node.replaceWith(document.createTextNode(own))
  }
}

/** The end of a number, or of a sign for one or for a unit. */
const isQuantity = /(?:\d|(?<!\p{L})\p{L}{1,2})$/u

/** Tabs, and how deep each line is: defuddle makes spaces of tabs, and a block begins where its text does. */
function keepCode(document: PageDocument): void {
  for (const block of document.querySelectorAll('pre')) keepSpaces(block)
}

function keepSpaces(element: PageElement): void {
  for (const node of element.childNodes) {
    if (isElement(node)) keepSpaces(node)
    if (node.nodeName !== '#text') continue
    const text = node.textContent ?? ''
    // What sets the page's own lines apart, and the number of a line.
    if (text.trim() === '' && element.querySelector('code, .line, [data-line]') !== null) continue
    if (/^\s*\d+\s*$/.test(text)) continue
    node.textContent = text
      .replace(/^ +/gm, (spaces) => spaceMark.repeat(spaces.length))
      .replaceAll('\t', tabMark)
  }
}

function isElement(node: PageNode): node is PageElement {
  return 'querySelector' in node
}

function keepWords(document: PageDocument): void {
  for (const node of document.querySelectorAll(
    'b, strong, i, em, a, mark, u, s, del, ins, small, span, abbr, font',
  )) {
    const { previousSibling: before, nextSibling: after } = node
    const text = node.textContent ?? ''
    if (
      before?.nodeName === '#text' &&
      endsInWord.test(before.textContent ?? '') &&
      beginsWithWord.test(text)
    )
      before.textContent = (before.textContent ?? '') + wordMark
    if (after?.nodeName === '#text' && beginsWithWord.test(after.textContent ?? '') && endsInWord.test(text))
      after.textContent = wordMark + (after.textContent ?? '')
  }
}

const beginsWithWord = /^[\p{L}\p{N}]/u
const endsInWord = /[\p{L}\p{N}]$/u

/** `obsidian://open?vault=x` has an empty path, which every path begins with: defuddle would take it for a way back. */
function keepPathless(document: PageDocument): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (URL.parse(href)?.pathname === '') link.setAttribute('href', href.replace(/[?#]|$/, `${pathMark}$&`))
  }
}

export function withoutMarks(text: string, betweenCells = ' '): string {
  const marks = [`<p>${sentenceMark}</p>`, sentenceMark, wordMark, pathMark]
  return marks
    .reduce((left, mark) => left.replaceAll(mark, ''), text)
    .replaceAll(cellMark, betweenCells)
    .replaceAll(spaceMark, ' ')
    .replaceAll(tabMark, '\t')
}

// A page that has these signs is shown without them. The first begins and ends like punctuation, beside which defuddle sets no
// space; a list whose first item has the second in it reads like sentences, and is kept.
const wordMark = ':\u2063\u2063:'
const sentenceMark = '\u2063\u2063.'
const pathMark = '/:no-path:'
const cellMark = ':\u2063\u2061\u2063:'
const spaceMark = '\u2063\u2064'
const tabMark = '\u2063\u2062'

function isContent(list: PageElement): boolean {
  if (list.parentElement?.closest('li, td, th, dd') != null)
    return list.closest('nav, header, footer, aside') === null
  const before = list.previousElementSibling
  const words = before?.nodeName === 'P' ? (before.textContent ?? '').trim().split(/\s+/).length : 0
  return (
    words >= fewestWords ||
    (before?.nodeName === 'P' && /[^\s\p{Script=Latin}]{20}/u.test(before.textContent ?? ''))
  )
}

/** Of a paragraph, not of a byline. */
const fewestWords = 8
