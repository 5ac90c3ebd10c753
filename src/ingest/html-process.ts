import { z } from 'zod'
import type { HtmlPage, HtmlReply, HtmlRequest, PageLink } from './html-messages.ts'
import { messageOf } from '../model/error-code.ts'
import { listFlows, warnOfLost } from './find-lost-text.ts'
import { nameOf, readTitles } from './page-name.ts'
import { htmlToMarkdown, oneLine } from './html-to-markdown.ts'
import { keepContent, withoutMarks } from './keep-content.ts'
import type { PageDocument, PageNode } from './page-document.ts'
import { nameFormulas } from './name-formulas.ts'
import { beginning } from '../model/whole-characters.ts'

// Entry of the process that reads one page. It can be killed at any moment: it touches neither files nor network.

process.once('message', (request: HtmlRequest) => {
  readPage(request).then(
    (page) => {
      reply({ kind: 'page', page })
    },
    (error: unknown) => {
      reply({ kind: 'failed', message: messageOf(error) })
    },
  )
})
process.on('disconnect', () => {
  process.exit()
})

function reply(message: HtmlReply): void {
  process.send?.(message, () => {
    process.disconnect()
  })
}

type ParsePage = (html: string) => { readonly document: PageDocument }

const parserSchema = z.custom<ParsePage>((value) => typeof value === 'function')

const noPlace = 'https://file.invalid/'

async function readPage({ html, url }: HtmlRequest): Promise<HtmlPage> {
  const [{ Defuddle }, { parseHTML }] = await Promise.all([import('defuddle/node'), import('linkedom')])
  const parsePage = parserSchema.parse(parseHTML)
  const place = url ?? noPlace
  const document = parseWhole(html, parsePage)
  // What defuddle needs of a document and linkedom lacks.
  Object.assign(document, { styleSheets: [], URL: place })
  Object.assign(document.defaultView ?? {}, { getComputedStyle: () => ({ display: '' }) })
  const language = document.documentElement?.getAttribute('lang') ?? ''
  const said = readTitles(document)
  keepContent(document)
  await nameFormulas(document)
  const flows = listFlows(document)
  const found = await Defuddle(document, place, {
    useAsync: false,
    fetch: () => Promise.reject(new Error('A page is read without network.')),
  })
  const content = withoutMarks(found.content, '<p></p>')
  const markdown = htmlToMarkdown(content)
  const { title, site } = nameOf(said, { ...found, title: oneLine(withoutMarks(found.title)) })
  const draft = {
    title: some(title),
    author: some(found.author),
    date: some(found.published),
    site: url === null ? null : some(site),
    description: some(found.description),
    language: some(found.language === '' ? language : found.language),
    markdown: url === null ? markdown.replaceAll(noPlace, '') : markdown,
    warnings: warnOfLost(flows, textOf(content, parsePage)),
    pages: null,
  }
  return { draft, links: url === null ? [] : listLinks(content, url, parsePage) }
}

/** Adds the head and body that a page may lack: a browser adds them, the parser does not. */
function parseWhole(html: string, parsePage: ParsePage): PageDocument {
  const { document } = parsePage(html)
  if (document.querySelector('html > body') !== null) return document
  const bare = html.replace(/^\ufeff?(?:\s|<\?xml[^>]*>|<!--[^]*?-->|<!doctype[^>]*>)*/i, '')
  const source = parsePage(`<!doctype html><html><body>${bare}</body></html>`).document
  const whole = parsePage('<!doctype html><html><head></head><body></body></html>').document
  const [from, root] = [source.querySelector('body'), whole.documentElement]
  const [head, body] = [whole.querySelector('head'), whole.querySelector('body')]
  if (from === null || root === null || head === null || body === null) return document
  const language = source.querySelector('html html')?.getAttribute('lang')
  if (typeof language === 'string') root.setAttribute('lang', language)
  const belongsInHead = new Set(['TITLE', 'META', 'LINK', 'BASE', 'STYLE'])
  const isAround = new Set(['HTML', 'HEAD', 'BODY'])
  const move = (parent: PageNode) => {
    for (const node of [...parent.childNodes]) {
      if (isAround.has(node.nodeName)) move(node)
      else (belongsInHead.has(node.nodeName) ? head : body).append(node)
    }
  }
  move(from)
  return whole
}

function textOf(content: string, parsePage: ParsePage): string {
  const { document } = parsePage(`<html><body>${content}</body></html>`)
  return document.documentElement?.textContent ?? ''
}

const mostLinks = 500

function listLinks(content: string, url: string, parsePage: ParsePage): readonly PageLink[] {
  const { document } = parsePage(`<html><body>${content}</body></html>`)
  const links: PageLink[] = []
  for (const anchor of document.querySelectorAll('a[href]')) {
    const target = URL.parse(anchor.getAttribute('href') ?? '', url)
    if (links.length === mostLinks || target === null) continue
    links.push({ url: target.href, text: beginning((anchor.textContent ?? '').trim(), 300) })
  }
  return links
}

function some(text: string): string | null {
  const trimmed = withoutMarks(text).trim()
  return trimmed === '' ? null : trimmed
}
