import type { ExternalLink, NoteLink, SourceRange } from '../../model/parsed-note.ts'
import { Code, isAsciiLetter, isDigit, isWhitespace, trimEnd } from '../text/characters.ts'
import type { Found } from './found.ts'
import { joinLines } from '../text/join-lines.ts'
import { lineAt } from '../text/line-starts.ts'
import { isEmptyTarget, isExternalUrl } from './link-target.ts'
import { destinationTarget, unescapeBackslashes, type Destination } from './read-destination.ts'
import type { ColonTags } from './read-colon-tags.ts'
import type { Wikilink } from './read-wikilink.ts'

/** A `[` or `![` that waits for its `]`. */
export interface OpenBracket {
  readonly start: number
  readonly textStart: number
  readonly isEmbed: boolean
}

export function addWikilink(
  { links, lineStarts }: Found,
  { target, heading, block, text, targetRange, end }: Wikilink,
  { start, isEmbed }: { start: number; isEmbed: boolean },
): void {
  const line = lineAt(lineStarts, start)
  links.push({
    form: 'wikilink',
    isEmbed,
    target,
    heading,
    block,
    text,
    line,
    range: { start, end },
    targetRange,
  })
}

/** Adds a link with this destination, as one into the vault or out of it. */
export function addLink(
  found: Found,
  link: Pick<NoteLink, 'form' | 'isEmbed' | 'text' | 'range'>,
  destination: SourceRange,
): void {
  const { text, links, lineStarts } = found
  const { range } = link
  const written = text.slice(destination.start, destination.end)
  if (isExternalUrl(written)) {
    const url = unescapeBackslashes(written)
    addExternalLink(found, { url, range, title: link.text, isImage: link.isEmbed })
    return
  }
  const parts = destinationTarget(text, destination)
  if (!isEmptyTarget(parts)) links.push({ ...link, ...parts, line: lineAt(lineStarts, range.start) })
}

/** Adds `[text](destination)`. */
export function addMarkdownLink(
  found: Found,
  { start, textStart, isEmbed }: OpenBracket,
  textEnd: number,
  { range: destination, end }: Destination,
): void {
  const shown = joinLines(found.text.slice(textStart, textEnd)).trim()
  const text = shown === '' ? null : shown
  addLink(found, { form: 'markdown', isEmbed, text, range: { start, end } }, destination)
}

export function addExternalLink(
  { externalLinks, lineStarts }: Found,
  link: { url: string; title: string | null; range: SourceRange; isImage?: boolean },
): void {
  const { url, title, range } = link
  const type = link.isImage === true ? embedType(url) : 'url'
  externalLinks.push({ url, title, type, line: lineAt(lineStarts, range.start), range })
}

export function addTag({ text, tags, lineStarts }: Found, start: number, end: number): void {
  const tag = text.slice(start + 1, end)
  tags.push({ tag, source: 'inline', line: lineAt(lineStarts, start), range: { start, end } })
}

export function addWordsTag({ text, tags, lineStarts }: Found, start: number, end: number): void {
  const tag = text.slice(start + 1, end - 1).replace(/\s+/g, ' ')
  tags.push({ tag, source: 'inline', line: lineAt(lineStarts, start), range: { start, end }, hasWords: true })
}

export function addColonTags(
  { text, tags, lineStarts }: Found,
  start: number,
  { names, end }: ColonTags,
): void {
  const line = lineAt(lineStarts, start)
  for (const name of names) {
    const range = { start: name.start, end: name.end + 1 }
    const tag = text.slice(name.start, name.end)
    tags.push({ tag, source: 'inline', line, range, run: { start, end } })
  }
}

/** Removes the tags and bare URLs that turned out to be part of a link's text. */
export function dropFromLinkText({ tags, externalLinks }: Found, { start }: OpenBracket): void {
  while ((tags.at(-1)?.range.start ?? -1) >= start) tags.pop()
  while (isBareUrl(externalLinks.at(-1), start)) externalLinks.pop()
}

/** Adds the block id that ends the stretch, if any. */
export function addBlockId({ text, blocks, lineStarts }: Found, start: number, end: number): void {
  const last = trimEnd(text, start, end)
  const caret = blockIdStart(text, start, last)
  if (caret === -1) return
  const line = lineAt(lineStarts, caret)
  blocks.push({ id: text.slice(caret + 1, last), line, range: { start: caret, end: last } })
}

/** The position of the `^` of a block id that ends at `end` and follows whitespace or the start; else -1. */
export function blockIdStart(text: string, start: number, end: number): number {
  let at = end - 1
  while (at > start && isBlockIdCode(text.charCodeAt(at))) at -= 1
  if (at === end - 1 || at < start || text.charCodeAt(at) !== Code.caret) return -1
  return at === start || isWhitespace(text.charCodeAt(at - 1)) ? at : -1
}

function isBlockIdCode(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code === Code.dash
}

function isBareUrl(link: ExternalLink | undefined, start: number): boolean {
  return link?.type === 'url' && link.range.start >= start
}

function embedType(url: string): ExternalLink['type'] {
  const isPlayer =
    /^(?:https?:)?\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com)\//i
  const isMedia = /^[^?#]*\.(?:mp4|webm|ogv|mov|mkv|mp3|wav|m4a|ogg|flac|3gp|pdf|html?)(?:[?#]|$)/i
  return isPlayer.test(url) || isMedia.test(url) ? 'embed' : 'image'
}
