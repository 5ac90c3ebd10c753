import { isContentList, keepFlow, unwrap } from './keep-flow.ts'
import type { PageDocument, PageElement, PageNode } from './page-document.ts'
import { lowered, raised } from './raised-text.ts'

/**
 * Marks what belongs to a page's text and that defuddle would take for what surrounds it: short lists behind a paragraph or
 * within another list, which could be dates and authors; the header of a section; who is quoted. A word that is partly bold
 * stays one word, and what stands above or below the line becomes plain text: it would be taken for a footnote.
 * The lines of code stay as deep as they are. `withoutMarks` takes the marks from defuddle's answer.
 */
export function keepContent(document: PageDocument): void {
  keepFlow(document)
  keepLists(document)
  keepNumbers(document)
  keepHeadings(document)
  keepQuotations(document)
  keepCells(document)
  keepHeaders(document)
  keepIndices(document)
  keepCode(document)
  keepWords(document)
  keepSpacedSigns(document)
  keepPathless(document)
}

function keepLists(document: PageDocument): void {
  for (const list of document.querySelectorAll('ul, ol, dl')) {
    const item = Array.from(list.childNodes).find(isItem)
    if (item === undefined || !isContentList(list)) continue
    const sentence = document.createElement('p')
    sentence.textContent = sentenceMark
    item.append(sentence)
  }
}

/** Of an item defuddle leaves no `value`, but a `start`. Where numbers go down, each item has its own. */
function keepNumbers(document: PageDocument): void {
  for (const list of document.querySelectorAll('ol[reversed]')) {
    const items = Array.from(list.childNodes).filter(isItem)
    let next = Number.parseInt(list.getAttribute('start') ?? '', 10)
    if (Number.isNaN(next)) next = items.length
    for (const item of items) {
      const own = Number.parseInt(item.getAttribute('value') ?? '', 10)
      if (!Number.isNaN(own)) next = own
      item.setAttribute('start', String(next))
      next -= 1
    }
  }
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

/** Of a heading defuddle takes every link within the page for a permanent link to it, which has no words of the text. */
function keepHeadings(document: PageDocument): void {
  for (const link of document.querySelectorAll(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => `${name} a[href^="#"]`).join(),
  )) {
    const text = link.textContent?.trim() ?? ''
    const said = ['class', 'title', 'aria-label'].map((name) => link.getAttribute(name) ?? '').join(' ')
    const isPermalink =
      !/\p{L}/u.test(text) ||
      isPermalinkName.test(said) ||
      /^(?:permalink|direct link|link to|anchor)\b/i.test(text) ||
      link.closest('[aria-hidden="true"]') !== null
    if (!isPermalink) unwrap(link)
  }
}

const isPermalinkName =
  /anchor|permalink|permanent|header-?link|heading-?link|hash|self-?link|direct link|link to/i

/** A browser shows the quotation marks, the page does not have them. */
function keepQuotations(document: PageDocument): void {
  for (const quotation of document.querySelectorAll('q')) {
    const isInner = quotation.parentElement?.closest('q') != null
    quotation.prepend(document.createTextNode(isInner ? '‘' : '“'))
    quotation.append(document.createTextNode(isInner ? '’' : '”'))
  }
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

/** Of a space before `.bashrc`, or before `!` as the French set it, defuddle would leave nothing. */
function keepSpacedSigns(document: PageDocument): void {
  const rest: PageNode[] = Array.from(document.querySelectorAll('body'))
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (/^(?:PRE|CODE|SCRIPT|STYLE|MATH)$/i.test(node.nodeName)) continue
    if (node.nodeName !== '#text') rest.push(...node.childNodes)
    else if (/\s[,.!?:;]/.test(node.textContent ?? ''))
      node.textContent = (node.textContent ?? '').replace(/\s(?=[,.!?:;])/g, `$&${signMark}`)
  }
}

/** `obsidian://open?vault=x` has an empty path, which every path begins with: defuddle would take it for a way back. */
function keepPathless(document: PageDocument): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (URL.parse(href)?.pathname === '') link.setAttribute('href', href.replace(/[?#]|$/, `${pathMark}$&`))
  }
}

export function withoutMarks(text: string, betweenCells = ' '): string {
  const marks = [`<p>${sentenceMark}</p>`, sentenceMark, wordMark, signMark, pathMark]
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
const signMark = '\u2064\u2061'
const pathMark = '/:no-path:'
const cellMark = ':\u2063\u2061\u2063:'
const spaceMark = '\u2063\u2064'
const tabMark = '\u2063\u2062'
