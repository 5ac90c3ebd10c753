import type { SourceRange } from '../../model/parsed-note.ts'
import {
  addColonTags,
  addExternalLink,
  addMarkdownLink,
  addTag,
  addWikilink,
  addWordsTag,
  dropFromLinkText,
  type OpenBracket,
} from './add-found.ts'
import { Code, isAsciiPunctuation } from '../text/characters.ts'
import { backtickRunEnd, CodeSpans } from './code-spans.ts'
import { hiddenPart, type Found } from './found.ts'
import { isExternalUrl } from './link-target.ts'
import { readBareUrl } from './read-bare-url.ts'
import { readColonTags } from './read-colon-tags.ts'
import { readInlineDestination, type Destination } from './read-destination.ts'
import { readAutolink, readHtmlTag } from './read-html-tag.ts'
import { canStartTag, readTag, readWordsTag } from './read-tag.ts'
import { readWikilink } from './read-wikilink.ts'

/** One stretch of running text: a paragraph, a heading, a row of a table. */
export interface InlineStretch extends SourceRange {
  /** Quote marks at the beginning of its later lines, in order. */
  readonly prefixes: readonly SourceRange[]
  /** In a table a cell's bar may come right before a tag. */
  readonly isTableRow: boolean
}

/** Adds the links, tags and URLs of one stretch of running text. Reads each character once. */
export function scanInline(found: Found, stretch: InlineStretch): void {
  const { text } = found
  const { end } = stretch
  const brackets: OpenBracket[] = []
  const codeSpans = new CodeSpans(text, end)
  let firstActive = 0
  let escaped = -1
  let nextPrefix = 0
  let lineStart = stretch.start
  let at = stretch.start
  found.running?.stretches.push({ start: at, end, isTableRow: stretch.isTableRow })
  // One by one: a paragraph of half a million lines has more than a call takes as arguments.
  for (const prefix of stretch.prefixes) found.running?.hidden.push(prefix)

  while (at < end) {
    const code = text.charCodeAt(at)
    if (code > 127 || isSpecial[code] === 0) {
      at += 1
      continue
    }
    switch (code) {
      case Code.newline: {
        at += 1
        let prefix = stretch.prefixes[nextPrefix]
        while (prefix !== undefined && prefix.start < at) prefix = stretch.prefixes[(nextPrefix += 1)]
        if (prefix?.start === at) at = prefix.end
        lineStart = at
        break
      }
      case Code.backslash:
        at += 1
        if (isAsciiPunctuation(text.charCodeAt(at))) {
          escaped = at
          at += 1
        }
        break
      case Code.backtick: {
        const runEnd = backtickRunEnd(text, at, end)
        const after = codeSpans.end(at, runEnd)
        if (after !== -1) found.running?.hidden.push({ start: at, end: after })
        at = after === -1 ? runEnd : after
        break
      }
      case Code.percent: {
        const after = skipComment(found, at, end)
        if (after - at > 4) scanInline(hiddenPart(found), { ...stretch, start: at + 2, end: after - 2 })
        at = hidden(found, at, after)
        break
      }
      case Code.less: {
        const autolink = readAutolink(text, at, end)
        if (autolink !== -1) addAutolink(found, at, autolink)
        at = autolink === -1 ? hidden(found, at, skipHtml(found, at, end)) : autolink
        break
      }
      case Code.hash: {
        const isCellStart = stretch.isTableRow && text.charCodeAt(at - 1) === Code.pipe
        const mayStart = found.tagStyle.hashtags && (isCellStart || canStartTag(text, at, lineStart))
        const afterWords = mayStart && found.tagStyle.multiwordTags ? readWordsTag(text, at, end) : -1
        const after = mayStart && afterWords === -1 ? readTag(text, at, end) : -1
        if (afterWords !== -1) addWordsTag(found, at, afterWords)
        else if (after !== -1) addTag(found, at, after)
        at = Math.max(at + 1, after, afterWords)
        break
      }
      case Code.colon: {
        const inBrackets = brackets.length > 0
        const url = readBareUrl(text, at, { start: lineStart, end, inBrackets })
        if (url !== null)
          addExternalLink(found, { range: url, url: text.slice(url.start, url.end), title: null })
        const tags = url === null && found.tagStyle.colonTags ? readColonTags(text, at, end) : null
        if (tags !== null) addColonTags(found, at, tags)
        at = url?.end ?? tags?.end ?? at + 1
        break
      }
      case Code.openBracket: {
        const isEmbed = at > lineStart && text.charCodeAt(at - 1) === Code.bang && escaped !== at - 1
        const wikilink = text.charCodeAt(at + 1) === Code.openBracket ? readWikilink(text, at, end) : null
        if (wikilink === null || isNumberedReference(text, wikilink.end, end)) {
          brackets.push({ start: isEmbed ? at - 1 : at, textStart: at + 1, isEmbed })
          at += 1
        } else {
          addWikilink(found, wikilink, { start: isEmbed ? at - 1 : at, isEmbed })
          at = wikilink.end
        }
        break
      }
      case Code.closeBracket: {
        const bracket = brackets.pop()
        at += 1
        if (bracket === undefined) break
        const isActive = bracket.isEmbed || brackets.length >= firstActive
        firstActive = Math.min(firstActive, brackets.length)
        if (!isActive || text.charCodeAt(at) !== Code.openParen) break
        const destination = readInlineDestination(text, at, end)
        // Logseq's `[label]([[Page]])`: the wikilink in it is read as one, with blanks in its words or without.
        if (destination === null || startsWikilink(text, destination)) break
        dropFromLinkText(found, bracket)
        addMarkdownLink(found, bracket, at - 1, destination)
        // A link holds no other link: what is still open around this one is plain text.
        if (!bracket.isEmbed) firstActive = brackets.length
        at = destination.end
        break
      }
    }
  }
}

const isSpecial = new Uint8Array(128)
for (const character of '\n\\`%<#:[]') isSpecial[character.charCodeAt(0)] = 1

function hidden({ running }: Found, start: number, end: number): number {
  running?.hidden.push({ start, end })
  return end
}

/** The position after a `%%` comment, or after the sign where it starts none. */
function skipComment({ text, percents }: Found, at: number, end: number): number {
  if (text.charCodeAt(at + 1) !== Code.percent) return at + 1
  const close = percents.from(at + 2)
  return close === -1 || close + 2 > end ? at + 2 : close + 2
}

/** The position after an HTML tag or comment, or after the `<` where it starts neither. */
function skipHtml({ text, commentEnds }: Found, at: number, end: number): number {
  if (text.startsWith('<!--', at)) {
    const close = commentEnds.from(at + 2)
    return close === -1 || close + 3 > end ? at + 4 : close + 3
  }
  const after = readHtmlTag(text, at, end)
  return after === -1 ? at + 1 : after
}

function addAutolink(found: Found, start: number, end: number): void {
  const url = found.text.slice(start + 1, end - 1)
  if (/^(?:[a-z][a-z0-9+.-]+:\/\/|mailto:)/i.test(url))
    addExternalLink(found, { url, title: null, range: { start, end } })
}

function startsWikilink(text: string, { range }: Destination): boolean {
  return text.startsWith('[[', range.start) && readWikilink(text, range.start, range.end) !== null
}

/** True for `[[1]](https://…)`: a link whose text has brackets of its own, not a wikilink. */
function isNumberedReference(text: string, after: number, end: number): boolean {
  if (text.charCodeAt(after) !== Code.openParen) return false
  const destination = readInlineDestination(text, after, end)
  if (destination === null) return false
  return isExternalUrl(text.slice(destination.range.start, destination.range.end))
}
