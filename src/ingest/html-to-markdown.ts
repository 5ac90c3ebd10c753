import TurndownService from 'turndown'
import type { HtmlElement } from './html-element.ts'
import { tableGrid, toTable } from './html-table.ts'
import { lowered, raised } from './raised-text.ts'
import { largest } from '../model/largest.ts'

type Rule = (content: string, node: HtmlElement) => string

/**
 * A page's main text, as defuddle has made it plain, in Markdown: its lists as deep as they were, its tables as tables, and
 * none of its words left out. What Markdown has no sign for is said in plain text.
 *
 *     htmlToMarkdown('<ul><li>a<ul><li>b</li></ul></li></ul>')   // '- a\n  - b'
 */
export function htmlToMarkdown(html: string): string {
  return (
    newService()
      .turndown(html.replace(/<wbr\s*\/?>/gi, ''))
      // The title is told apart.
      .replace(/^# .+\n+/, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

function newService(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    preformattedCode: true,
  })
  const escape = service.escape.bind(service)
  service.escape = (text) => escapeText(text, escape)
  const cells = new WeakMap<HtmlElement, string>()
  const add = (
    names: readonly string[],
    replacement: Rule,
    isMeant: (node: HtmlElement) => boolean = always,
  ) =>
    service.addRule(names.join(), {
      filter: (node: HtmlElement) => names.includes(node.nodeName.toUpperCase()) && isMeant(node),
      replacement: (content, node: HtmlElement) => replacement(content, node),
    })
  service.remove(['style', 'script'])
  add(['SVG'], () => '')
  add(['UL', 'OL'], toList)
  add(['LI'], toItem)
  add(['INPUT'], (_, node) => (node.getAttribute('checked') === null ? '[ ]' : '[x]'), isCheckbox)
  add(['TD', 'TH'], (content, cell) => {
    cells.set(cell, content)
    return `\n\n${content}\n\n`
  })
  add(['TABLE'], (content, table) => {
    const grid = tableGrid(table, (cell) => cells.get(cell) ?? '')
    const caption = table.querySelector('caption')?.textContent?.trim() ?? ''
    return grid === null ? content : `\n\n${escape(caption)}\n\n${toTable(grid)}\n\n`
  })
  add(['SUP'], toRaised)
  add(['SUB'], (content) => lowered(content.trim()))
  add(['OL'], (_, list) => footnotesOf(list, (note) => service.turndown(note)), isFootnotes)
  add(['MARK'], (content) => `==${content}==`)
  add(['DEL', 'S', 'STRIKE'], (content) => `~~${content}~~`)
  add(['PRE'], toFence)
  add(['MATH'], toFormula)
  add(['IMG'], (_, image) => toPicture(image))
  add(['IFRAME', 'VIDEO', 'AUDIO', 'EMBED'], (_, node) => toEmbedded(node))
  add(['A'], toLink)
  add(['DIV'], () => '', hasClass('callout-title'))
  add(['DIV'], toCallout, hasClass('callout'))
  return service
}

const always = () => true

/** Turndown's escapes, but for formulas, which stay as they are. */
function escapeText(text: string, escape: (part: string) => string): string {
  return text
    .split(formula)
    .map((part, index) =>
      index % 2 === 1 ? part : escape(part).replace(tagLike, '\\<').replace(markLike, '\\$&'),
    )
    .join('')
}

const formula = /(\$\$[^$\n]+\$\$|\$(?![\s$])(?=[^$\n]*[\\^_{])[^$\n]*(?<![\s\\])\$(?!\d))/
// It would hide what follows; an address in such signs does not.
const tagLike = /<(?=\/?[A-Za-z][A-Za-z0-9-]*(?:\s|\/?>))/g

// Text that shows what HTML, or Markdown as Obsidian has it, gives a meaning: an entity, words struck or highlighted.
const markLike =
  /&(?=[A-Za-z][A-Za-z0-9]*;|#\d+;|#[xX][\dA-Fa-f]+;)|(?<![~=])(?:~~(?=[^\s~][^\n]*~~)|==(?=[^\s=](?:[^\n]*\S)?==))/g

/** A list within an item stands right below its words. */
function toList(content: string, list: HtmlElement): string {
  return list.parentNode?.nodeName === 'LI' ? `\n${content}\n` : `\n\n${content}\n\n`
}

/** A list's item; the lines below its first are as deep as its text. */
function toItem(content: string, item: HtmlElement): string {
  const list = item.parentNode
  const mark = list?.nodeName === 'OL' ? `${numberOf(list, item)}. ` : '- '
  const text = content.trim().replace(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
  return mark + text + (item.nextSibling ? '\n' : '')
}

/** Where an item has no number of its own, as `keepContent` has marked it, it has the next. */
function numberOf(list: HtmlElement, item: HtmlElement): number {
  const known = numbers.get(list) ?? new Map<HtmlElement, number>()
  if (!numbers.has(list)) {
    numbers.set(list, known)
    let next = startOf(list) ?? 1
    for (const child of Array.from(list.children)) {
      const number = startOf(child) ?? next
      known.set(child, number)
      next = number + 1
    }
  }
  return known.get(item) ?? 1
}

/** Of the items of each list, which may have thousands. */
const numbers = new WeakMap<HtmlElement, Map<HtmlElement, number>>()

function startOf(element: HtmlElement): number | null {
  const start = Number.parseInt(element.getAttribute('start') ?? '', 10)
  return Number.isSafeInteger(start) ? start : null
}

function isCheckbox(node: HtmlElement): boolean {
  return node.getAttribute('type') === 'checkbox'
}

/** A reference to a footnote, or text above the line. */
function toRaised(content: string, node: HtmlElement): string {
  const [, id] = /^fnref:([^-]+)/.exec(node.getAttribute('id') ?? '') ?? []
  if (id !== undefined) return `[^${id}]`
  const text = node.textContent?.trim() ?? ''
  const [, number] = /^\[?(\d{1,4})\]?$/.exec(text) ?? []
  if (node.querySelectorAll('a[href*="#"]').length > 0) return number === undefined ? content : `[^${number}]`
  return raised(content.trim(), /\d$/.test(node.previousSibling?.textContent ?? ''))
}

function isFootnotes(list: HtmlElement): boolean {
  return list.parentNode?.getAttribute('id') === 'footnotes'
}

function footnotesOf(list: HtmlElement, convert: (note: string) => string): string {
  const notes = Array.from(list.children).map((item, index) => {
    const id = item.getAttribute('id')?.replace(/^fn:/, '').toLowerCase() ?? String(index + 1)
    const text = convert(item.innerHTML)
    return `[^${id}]: ${text.replace(/↩︎?$/, '').trim()}`
  })
  return `\n\n${notes.join('\n\n')}\n\n`
}

/** A block of code in a fence longer than any in it. */
function toFence(_: string, node: HtmlElement): string {
  const inner = node.querySelector('code')
  const { textContent } = inner ?? node
  const code = (textContent ?? '').replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
  const [, named] = /language-([\w-]+)/.exec(inner?.className ?? '') ?? []
  const language = inner?.getAttribute('data-lang') ?? inner?.getAttribute('data-language') ?? named ?? ''
  const runs = [...code.matchAll(/`{3,}/g)].map(([run]) => run.length)
  const fence = '`'.repeat(largest([2, ...runs]) + 1)
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`
}

function toFormula(_: string, math: HtmlElement): string {
  const tex = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim()
  const latex = tex ?? math.getAttribute('data-latex') ?? math.getAttribute('alttext') ?? math.textContent
  const text = latex?.trim() ?? ''
  const isBlock = math.getAttribute('display') === 'block' && !isWithin(math, 'TABLE')
  return text === '' ? '' : isBlock ? `\n\n$$\n${text}\n$$\n\n` : `$${text.replace(/\s+/g, ' ')}$`
}

function isWithin(node: HtmlElement, name: string): boolean {
  for (let at = node.parentNode; at !== null; at = at.parentNode) if (at.nodeName === name) return true
  return false
}

/** What is shown of a picture in a link is the link's own text. */
function toPicture(image: HtmlElement): string {
  const src = sourceOf(image)
  const alt = oneLine(image.getAttribute('alt') ?? '')
  if (isWithin(image, 'A')) return escapeLabel(alt === '' ? nameIn(src) : alt)
  return src === '' ? '' : `![${escapeLabel(alt === '' ? nameIn(src) : alt)}](${destination(src)})`
}

/** The widest that the picture comes in. */
function sourceOf(image: HtmlElement): string {
  const words = (image.getAttribute('srcset') ?? '').split(/\s+/)
  const wide = words
    .flatMap((word, at) => {
      const [, width] = /^(\d+)w/.exec(words[at + 1] ?? '') ?? []
      // The comma behind the candidate before may touch the address.
      return width === undefined
        ? []
        : [{ url: word.replace(/^(?:\d[\d.]*[wx])?,/, ''), width: Number(width) }]
    })
    .sort((a, b) => b.width - a.width)
  return wide[0]?.url ?? image.getAttribute('src') ?? ''
}

function hasClass(name: string): (node: HtmlElement) => boolean {
  return ({ className }) => className.split(/\s+/).includes(name)
}

/** A note, tip or warning of the page, with its kind and title. */
function toCallout(content: string, node: HtmlElement): string {
  const kind = node.getAttribute('data-callout') ?? 'note'
  const title = oneLine(node.querySelector('.callout-title-inner')?.textContent ?? '')
  const lines = [`[!${kind}] ${escapeLabel(title === '' ? kind : title)}`, ...content.trim().split('\n')]
  return `\n\n${lines.map((line) => `> ${line}`).join('\n')}\n\n`
}

/** What would be shown within the page. */
function toEmbedded(node: HtmlElement): string {
  const src = node.getAttribute('src') ?? node.querySelector('source')?.getAttribute('src') ?? ''
  if (!/^https?:/i.test(src)) return ''
  const title = oneLine(node.getAttribute('title') ?? '')
  return `\n\n[${escapeLabel(title === '' ? nameIn(src) : title)}](${destination(src)})\n\n`
}

function toLink(content: string, link: HtmlElement): string {
  const href = link.getAttribute('href') ?? ''
  const text = content.trim()
  if (link.className.includes('footnote-backref') || href.includes('#fnref')) return ''
  if (text === '' || href === '' || /^\s*javascript:/i.test(href)) return content
  // A link around a heading or paragraphs stands below them.
  if (text.includes('\n')) return `\n\n${text}\n\n[${escapeLabel(nameIn(href))}](${destination(href)})\n\n`
  const title = oneLine(link.getAttribute('title') ?? '').replaceAll('"', '\\"')
  const [before = ''] = /^\s/.exec(content) ?? []
  const [after = ''] = /\s$/.exec(content) ?? []
  return `${before}[${text}](${destination(href)}${title === '' ? '' : ` "${title}"`})${after}`
}

function destination(href: string): string {
  return /\s/.test(href) ? `<${href.replaceAll('>', '\\>')}>` : href.replace(/[()]/g, '\\$&')
}

/** The last part of an address that says anything. */
function nameIn(address: string): string {
  const { hostname = '', pathname = address.slice(0, 100) } = URL.parse(address) ?? {}
  return pathname.split('/').findLast((part) => part !== '') ?? hostname
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function escapeLabel(text: string): string {
  return text.replace(/[[\]\\]/g, '\\$&')
}
