import type { PageDocument, PageElement, PageNode } from './page-document.ts'

/**
 * Keeps what stands among the paragraphs of a text: a box (`aside`, `fieldset`) becomes a plain block, a label the words
 * that it is, so that defuddle takes neither for a form or for what surrounds the text. What a class or an id names an
 * advert, and what leads elsewhere, is left for it to judge.
 */
export function keepFlow(document: PageDocument): void {
  for (const box of document.querySelectorAll('aside, fieldset')) {
    const isForm = box.querySelector('input:not([type="checkbox"]), select, textarea, button') !== null
    if (isForm || isCallout(box) || isLinks(box) || !isAmongProse(box)) continue
    for (const legend of box.querySelectorAll('legend')) rename(document, legend, 'p')
    rename(document, box, 'div')
  }
  for (const label of document.querySelectorAll('label')) {
    const isOther = /hidden|sr-only|toggle|foot|sidenote|margin/i.test(label.getAttribute('class') ?? '')
    if (!isOther && label.closest(textBlocks) !== null && !isOfForm(label)) unwrap(label)
  }
}

const textBlocks = 'p, li, dt, dd, td, th'
const surroundings = 'nav, header, footer, aside'

/** Some pages lie in a form as a whole. */
function isOfForm(label: PageElement): boolean {
  const form = label.closest(`form, fieldset, ${surroundings}`)
  return form !== null && form.querySelector('h1, article, main') === null
}

/** defuddle makes it a note of its own kind. */
function isCallout(box: PageElement): boolean {
  return /callout/i.test(box.getAttribute('class') ?? '')
}

function rename(document: PageDocument, element: PageElement, name: string): void {
  const renamed = document.createElement(name)
  for (const attribute of ['class', 'id', 'lang', 'hidden', 'style', 'role', 'aria-hidden']) {
    const value = element.getAttribute(attribute)
    if (value !== null) renamed.setAttribute(attribute, value)
  }
  for (const node of [...element.childNodes]) renamed.append(node)
  element.replaceWith(renamed)
}

/** Puts what is in an element in its place. */
export function unwrap(element: PageElement): void {
  for (const node of [...element.childNodes]) element.before(node)
  element.replaceWith()
}

/** Whether a list is one of the text: within another, or behind a paragraph, or among paragraphs, whatever stands between. */
export function isContentList(list: PageElement): boolean {
  if (isFootnotes(list)) return false
  if (list.parentElement?.closest('li, td, th, dd') != null) return list.closest(surroundings) === null
  const before = list.previousElementSibling
  if (before !== null && isProse(before)) return true
  return list.closest(surroundings) === null && !isLinks(list) && (isAmongProse(list) || endsText(list))
}

/** defuddle finds these by themselves, and takes one apart that has a paragraph more. */
function isFootnotes(list: PageElement): boolean {
  return (
    list.closest('[class*="footnote" i], [role="doc-endnotes"]') !== null ||
    list.querySelector('li[id^="fn" i], li[id*="note" i], li[id^="cite" i]') !== null
  )
}

/** Whether there are paragraphs of prose before it and after it. */
export function isAmongProse(element: PageElement): boolean {
  for (let at = element, parent = at.parentElement; parent !== null; at = parent, parent = at.parentElement) {
    if (hasProse(at, 'previousElementSibling') && hasProse(at, 'nextElementSibling')) return true
    const isAlone = at.previousElementSibling === null && at.nextElementSibling === null
    if (parent.nodeName !== 'SECTION' && !(parent.nodeName === 'DIV' && isAlone)) return false
  }
  return false
}

type Side = 'previousElementSibling' | 'nextElementSibling'

function hasProse(element: PageElement, side: Side): boolean {
  let at = element[side]
  for (let count = 0; at !== null && count < farthest; count += 1, at = at[side]) if (isProse(at)) return true
  return false
}

/** Of what a page has, which may be thousands of lists without a paragraph. */
const farthest = 30

/** Behind a paragraph, with short ones and lists alone between. */
function endsText(list: PageElement): boolean {
  let at = list.previousElementSibling
  for (let count = 0; at !== null && count < farthest; count += 1, at = at.previousElementSibling) {
    if (isProse(at)) return true
    if (!/^(?:P|UL|OL|DL)$/.test(at.nodeName)) return false
  }
  return false
}

/** Most of its text leads elsewhere. */
export function isLinks(element: PageElement): boolean {
  let linked = 0
  for (const link of element.querySelectorAll('a[href]')) linked += sizeOf(link)
  return linked > sizeOf(element) / 2
}

function sizeOf(node: PageNode): number {
  return (node.textContent ?? '').replace(/\s+/g, '').length
}

/** A paragraph of a text, not a byline; or a section that has one. */
export function isProse(element: PageElement): boolean {
  if (element.nodeName === 'SECTION') return Array.from(element.querySelectorAll('p')).some(isProse)
  if (element.nodeName !== 'P') return false
  const text = element.textContent ?? ''
  return text.trim().split(/\s+/).length >= fewestWords || /[^\s\p{Script=Latin}]{20}/u.test(text)
}

const fewestWords = 8
