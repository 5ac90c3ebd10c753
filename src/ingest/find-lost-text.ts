import { isLinks, isProse } from './keep-flow.ts'
import type { PageDocument, PageElement, PageNode } from './page-document.ts'
import { beginning } from '../model/whole-characters.ts'

/** What stands among paragraphs, from the first of its text to the last. */
interface Flow {
  readonly first: string
  readonly last: string
  /** Of each passage its runs of words. */
  readonly between: readonly (readonly string[])[]
}

/** The text of a page that a reader sees among its paragraphs, so that what is not kept of it can be told. */
export function listFlows(document: PageDocument): readonly Flow[] {
  const parents = new Set<PageElement>()
  for (const paragraph of document.querySelectorAll('p'))
    if (paragraph.parentElement !== null && isProse(paragraph)) parents.add(paragraph.parentElement)
  return Array.from(parents, flowOf).filter(({ between }) => between.length > 0)
}

function flowOf(parent: PageElement): Flow {
  const children = Array.from(parent.childNodes).filter(isElement)
  const isParagraph = (node: PageElement) => node.nodeName === 'P' && isProse(node)
  const [from, to] = [children.findIndex(isParagraph), children.findLastIndex(isParagraph)]
  const between = children.slice(from + 1, Math.max(to, from + 1)).filter(isRead)
  const textOf = (node: PageNode | undefined) => node?.textContent ?? ''
  return { first: textOf(children[from]), last: textOf(children[to]), between: between.map(runsOf) }
}

function runsOf(element: PageElement): readonly string[] {
  const runs: string[] = []
  const rest: PageNode[] = [element]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node.nodeName === '#text') runs.push(node.textContent ?? '')
    else rest.push(...Array.from(node.childNodes).reverse())
  }
  return runs.filter((run) => /[\p{L}\p{N}]/u.test(run))
}

function isElement(node: PageNode): node is PageElement {
  return 'querySelector' in node
}

/** Whether it shows text of its own. */
function isRead(element: PageElement): boolean {
  const isOther = /^(?:NAV|HEADER|FOOTER|FORM|SCRIPT|STYLE|NOSCRIPT|TEMPLATE|IFRAME|SVG|BUTTON)$/i
  return (
    !isOther.test(element.nodeName) &&
    element.closest('[hidden], [aria-hidden="true"], [style*="display:none"], [style*="display: none"]') ===
      null &&
    element.querySelector(writtenAnew) === null &&
    !isLinks(element)
  )
}

const writtenAnew =
  'script, style, form, button, input:not([type="checkbox"]), pre, code, table, math, mjx-container, svg, [data-mathml]'

/** A warning where passages among paragraphs that are kept are not: what names them has made them look like surroundings. */
export function warnOfLost(flows: readonly Flow[], kept: string): string[] {
  const text = squeeze(kept)
  let at = 0
  const isKept = (part: string) => {
    const wanted = squeeze(part)
    const found = text.indexOf(wanted, at)
    if (found >= 0) at = found
    return found >= 0 || text.includes(wanted)
  }
  const lost = flows
    .filter(({ first, last }) => isKept(first) && isKept(last))
    .flatMap(({ between }) => between.filter((runs) => !runs.some(isKept)))
    .map((runs) => runs.join(' ').replace(/\s+/g, ' ').trim())
    .filter((words) => words.split(' ').length >= fewestWords)
  if (lost.length === 0) return []
  const named = lost.slice(0, mostNamed).map((words) => `"${beginning(words, 60)}"`)
  const others = lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : ''
  return [`Left out among the paragraphs, as no part of the text by its look: ${named.join(', ')}${others}.`]
}

const mostNamed = 3
const fewestWords = 3

/** Its letters and digits: what is between them is changed on the way. */
function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
