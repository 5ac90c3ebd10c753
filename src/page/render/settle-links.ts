import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { decodePercent, isExternalUrl, splitTarget } from '../../markdown/read/link-target.ts'
import { readWikilink } from '../../markdown/read/read-wikilink.ts'
import type { LinkTarget } from '../../markdown/read/link-target.ts'
import type { LinkForm } from '../../model/parsed-note.ts'
import { ownToken, plainText } from './own-token.ts'
import { outsideAttributes, outsideUrl } from './outside-url.ts'
import { blockAnchor, fileAddress, headingAnchor, noteAddress } from './page-address.ts'
import type { LinkMeaning, RenderJob } from './render-context.ts'
import { wikilinkType } from './wikilink-rule.ts'
import { element, escapeHtml, openTag } from './write-html.ts'

/** HTML for the part of a note that stands in another; null for one that can only be linked. */
export type RenderEmbed = (path: string, part: LinkTarget) => string | null

/**
 * Turns every link, image and embed into HTML of ours, by what it means in the vault. No address is written that was not
 * made here.
 */
export function useLinks(md: MarkdownIt, job: RenderJob, renderEmbed: RenderEmbed): void {
  md.core.ruler.push('settle-links', ({ tokens, Token: TokenType }) => {
    const settler = new LinkSettler(job, renderEmbed, TokenType)
    for (const [at, token] of tokens.entries()) {
      if (token.type !== 'inline' || token.children === null) continue
      const [open, close] = [tokens[at - 1], tokens[at + 1]]
      const isParagraph = open?.type === 'paragraph_open'
      const settled = settler.settle(token.children, isParagraph)
      token.children = [...settled.tokens]
      // A section may not stand in a paragraph: browsers would end it before.
      if (!settled.hasSection || !isParagraph || close === undefined) continue
      open.tag = 'div'
      close.tag = 'div'
      open.attrJoin('class', 'paragraph')
    }
  })
}

class LinkSettler {
  readonly #job: RenderJob
  readonly #renderEmbed: RenderEmbed
  readonly #Token: StateCore['Token']

  constructor(job: RenderJob, renderEmbed: RenderEmbed, TokenType: StateCore['Token']) {
    this.#job = job
    this.#renderEmbed = renderEmbed
    this.#Token = TokenType
  }

  settle(
    children: readonly Token[],
    mayEmbed: boolean,
  ): { readonly tokens: readonly Token[]; readonly hasSection: boolean } {
    const tokens: Token[] = []
    let hasSection = false
    // A link within a link is its text alone.
    const closing: string[] = []
    for (const token of children) {
      switch (token.type) {
        case 'link_open': {
          const open = closing.length === 0 ? this.#open(String(token.attrGet('href') ?? '')) : ''
          closing.push(open === '' ? '' : '</a>')
          tokens.push(this.#own(open))
          break
        }
        case 'link_close':
          tokens.push(this.#own(closing.pop() ?? ''))
          break
        case 'image':
          tokens.push(this.#image(token, closing.length > 0))
          break
        case wikilinkType: {
          const section = mayEmbed && closing.length === 0 ? this.#section(token.content) : null
          hasSection ||= section !== null
          tokens.push(section ?? this.#wikilink(token.content, closing.length > 0))
          break
        }
        default:
          tokens.push(token)
      }
    }
    return { tokens, hasSection }
  }

  #own(html: string, plain = ''): Token {
    return ownToken(this.#Token, html, plain)
  }

  /** Empty for an address that no link may lead to. */
  #open(href: string): string {
    if (isExternalUrl(href)) {
      const url = outsideUrl(href)
      return url === null ? '' : openTag('a', { ...outsideAttributes, href: url.href })
    }
    return openTag('a', this.#leadTo(targetOf(href), 'markdown'))
  }

  /** Whom a link means: one without a target the note that it stands in. */
  #meant(target: string, form: LinkForm): LinkMeaning {
    const { source, resolve } = this.#job
    const { path } = source
    return target === '' ? { kind: 'note', path, title: '' } : resolve(target, { path, form })
  }

  /** The attributes of a link within the vault. */
  #leadTo(written: LinkTarget, form: LinkForm): Readonly<Record<string, string>> {
    const { vaultId } = this.#job
    const { target, heading, block } = written
    const anchor = block !== null ? blockAnchor(block) : heading === null ? null : headingAnchor(heading)
    const meant = this.#meant(target, form)
    switch (meant.kind) {
      case 'note':
        return {
          class: 'note-link',
          'data-note': meant.path,
          href: noteAddress(vaultId, meant.path, anchor),
        }
      case 'file':
        return {
          class: 'file-link',
          href: fileAddress(vaultId, meant.path),
          target: '_blank',
          rel: 'noopener',
        }
      case 'missing':
        return { class: 'note-link broken', 'data-target': target, ...this.#wouldBe(target, form) }
      case 'unknown':
        return { class: 'note-link', 'data-target': target, ...this.#wouldBe(target, form) }
    }
  }

  /** The address at which the note of a link can be made; none for a file, nor for what lies outside of the vault. */
  #wouldBe(target: string, form: LinkForm): { readonly href?: string } {
    const { vaultId, source } = this.#job
    const isRelative = form === 'markdown' || /^\.\.?\//.test(target)
    const parts = isRelative ? source.path.split('/').slice(0, -1) : []
    for (const part of target.replace(/^\//, '').split('/')) {
      if (part === '..' && parts.pop() === undefined) return {}
      if (part !== '..' && part !== '.') parts.push(part)
    }
    const path = parts.join('/')
    const isFile = /\.(?!md$)\p{L}[\p{L}\p{N}]{1,4}$/iu.test(path)
    return path === '' || isFile ? {} : { href: noteAddress(vaultId, path) }
  }

  #wikilink(content: string, isInLink: boolean): Token {
    const { isEmbed, link } = readWritten(content)
    if (link === null) return this.#own(escapeHtml(content), content)
    const { target, heading, block, text } = link
    const plain = text ?? [target, heading, block === null ? null : `^${block}`].filter(Boolean).join(' > ')
    const meant = isEmbed ? this.#meant(target, 'wikilink') : null
    if (meant?.kind === 'file' && isImage(meant.path))
      return this.#own(this.#imageTag(meant.path, sizedAlt(text ?? '', target)), plain)
    if (isInLink) return this.#own(escapeHtml(plain), plain)
    return this.#own(element('a', this.#leadTo(link, 'wikilink'), plain), plain)
  }

  /** A note within this one; null for any other link. */
  #section(content: string): Token | null {
    const { isEmbed, link } = readWritten(content)
    if (!isEmbed || link === null || this.#job.isInner) return null
    const meant = this.#meant(link.target, 'wikilink')
    if (meant.kind !== 'note') return null
    const html = this.#renderEmbed(meant.path, link)
    if (html === null) return null
    const title = element('a', this.#leadTo(link, 'wikilink'), titleOf(meant.title, link))
    const open = openTag('section', { class: 'embed', 'data-note': meant.path })
    return this.#own(`${open}\n<div class="embed-title" dir="auto">${title}</div>\n${html}</section>\n`)
  }

  #image(token: Token, isInLink: boolean): Token {
    const src = String(token.attrGet('src') ?? '')
    const { alt, width, height } = sizedAlt(plainText(token.children ?? []), '')
    if (isExternalUrl(src)) {
      const url = outsideUrl(src)
      const text = url === null ? alt : alt === '' ? url.host : `${alt} (${url.host})`
      if (url === null || isInLink) return this.#own(escapeHtml(text), alt)
      return this.#own(element('a', { ...outsideAttributes, href: url.href }, text), alt)
    }
    const written = targetOf(src)
    const meant = this.#meant(written.target, 'markdown')
    if (meant.kind === 'file' && isImage(meant.path))
      return this.#own(this.#imageTag(meant.path, { alt, width, height }), alt)
    const text = alt === '' ? written.target : alt
    if (isInLink) return this.#own(escapeHtml(text), alt)
    return this.#own(element('a', this.#leadTo(written, 'markdown'), text), alt)
  }

  #imageTag(path: string, { alt, width, height }: SizedAlt): string {
    return openTag('img', {
      src: fileAddress(this.#job.vaultId, path),
      alt,
      width,
      height,
      loading: 'lazy',
    })
  }
}

function readWritten(content: string) {
  const isEmbed = content.startsWith('!')
  return { isEmbed, link: readWikilink(content, isEmbed ? 1 : 0, content.length) }
}

/** The parts of a Markdown link's destination, decoded as they are when notes are indexed. */
function targetOf(href: string): LinkTarget {
  const { target, heading, block } = splitTarget(href)
  return {
    target: decodePercent(target),
    heading: heading === null ? null : decodePercent(heading),
    block: block === null ? null : decodePercent(block),
  }
}

function titleOf(
  title: string,
  { text, heading, target }: LinkTarget & { readonly text: string | null },
): string {
  if (text !== null) return text
  return [title === '' ? target : title, heading].filter(Boolean).join(' > ')
}

interface SizedAlt {
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
}

/** Reads Obsidian's sizes: `chart|300`, `300`, `chart|300x200`. */
function sizedAlt(written: string, otherwise: string): SizedAlt {
  const [whole, before, width, height] = /^(?:(.*)\|)?\s*(\d{1,4})(?:x(\d{1,4}))?\s*$/s.exec(written) ?? []
  if (whole === undefined) return { alt: written === '' ? otherwise : written, width: null, height: null }
  return {
    alt: before === undefined || before === '' ? otherwise : before,
    width: Number(width),
    height: height === undefined ? null : Number(height),
  }
}

function isImage(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|ico)$/i.test(path)
}
