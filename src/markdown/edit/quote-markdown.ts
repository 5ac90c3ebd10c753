import { findFences } from '../read/find-fences.ts'
import { parseNote } from '../read/parse-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import type { Heading } from '../../model/parsed-note.ts'
import { smallest } from '../../model/largest.ts'

/**
 * Makes foreign Markdown safe to put into a note: readable and searchable, but without links to notes, tags, tasks,
 * headings above level 3 or HTML, without what plugins would run, and without effect on what follows.
 *
 *     quoteMarkdown('# Plan\n\n[[Home]] #now')   // '### Plan\n\n\\[\\[Home]] \\#now'
 */
export function quoteMarkdown(markdown: string): string {
  const text = markdown
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    .trim()
  const quoted = lowerHeadings(escapeProse(text))
  // The parser decides: if it still finds anything, everything is escaped, even in code.
  return isHarmless(quoted) ? quoted : escapeAll(text)
}

/** Foreign text as one harmless line of Markdown, such as a title. */
export function quoteLine(text: string): string {
  return escapeInline(text.replace(/\s+/g, ' ').trim())
    .replace(/(?<!\\)[|[\]]/g, '\\$&')
    .replace(/\\\\/g, '\\')
}

function escapeProse(text: string): string {
  const fences = findFences(text, { start: 0, end: text.length })
  let quoted = ''
  let at = 0
  for (const { start, end } of fences) {
    quoted += escapeLines(text.slice(at, start)) + inertFence(text.slice(start, end))
    at = end
  }
  const last = fences.at(-1)
  if (last?.end !== text.length) return quoted + escapeLines(text.slice(at))
  // A block that is still open at the end would swallow what follows.
  const [, marks = ''] = /^.*?(`{3,}|~{3,})/.exec(text.slice(last.start)) ?? []
  const isClosed = text.slice(last.start).trimEnd().split('\n').length > 1 && text.trimEnd().endsWith(marks)
  return isClosed ? quoted : `${quoted.replace(/\n$/, '')}\n${marks}`
}

/** A block of code that no plugin takes for its own: of a Templater command the sign is parted, which a backslash would be in. */
function inertFence(block: string): string {
  return parted(block).replace(
    /^(.*?(?:`{3,}|~{3,})[ \t]*)([^\s`~]+)/,
    (all, fence: string, language: string) => (isRun.test(language) ? `${fence}text` : all),
  )
}

/** Languages whose blocks are run, or filled from the vault, as soon as they are shown. */
const isRun =
  /^\{?(?:dataview(?:js)?|datacore\w*|js-engine|templater|meta-bind[\w-]*|button[\w-]*|run-\w+|tasks|query|base)\b/i

function parted(code: string): string {
  return code.replaceAll('<%', '< %')
}

function escapeLines(text: string): string {
  // An underlined heading gets marks instead, so that its level can be lowered.
  const marked = text
    .replace(/(?<!\\)`(?=[ \t]*\n[\s>]*\$?=)/g, '\\`')
    .replace(
      /(^|\n[ \t]*\n)([^\n]+)\n {0,3}(=+|-+)[ \t]*(?=\n|$)/g,
      (all, before: string, title: string, underline: string) =>
        /^ {0,3}(?![-*+>#|\s]|\d{1,9}[.)])/.test(title)
          ? `${before}${underline.startsWith('=') ? '#' : '##'} ${title.trim()}`
          : all,
    )
  const lines = marked.split('\n')
  return lines
    .map((line, index) => {
      const isUnderline = /^[\s>]*(?:-+|=+)\s*$/.test(line)
      if (isUnderline && /\S/.test(lines[index - 1] ?? '')) return line.replace(/[-=]/, '\\$&')
      if (/^\s{0,3}-(?:\s*-){2,}\s*$/.test(line)) return '***'
      const [lead = ''] = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+|\[\^[^\s[\]#<]+\]:\s*)*/.exec(line) ?? []
      const rest = escapedLess(line.slice(lead.length))
      const [heading = ''] = /^#{1,6}(?=\s|$)/.exec(rest) ?? []
      const isTask = /[-*+.)]\s+$/.test(lead) && /^\[[^\]]\]/.test(rest)
      // Behind the sign of a footnote the parser sees no heading that it could lower.
      const isInNote = lead.includes('[^') && heading !== ''
      const isDefinition = /^\[[^\]]*\]:/.test(rest)
      if (isInNote) return `${lead}\\${escapeSpans(rest)}`
      const own = heading !== '' ? rest.slice(heading.length) : isTask || isDefinition ? `\\${rest}` : rest
      return lead + heading + escapeSpans(own)
    })
    .join('\n')
}

/** Takes out backslashes before signs that mean nothing where they stand: words are searched for as one would write them. */
function escapedLess(line: string): string {
  return outsideCode(line, (text) =>
    text
      .replace(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (marks) => marks.replaceAll('\\', ''))
      .replace(/(?<=[^\s\\] )\\\*(?= )/g, '*')
      // A label alone leads nowhere, as no definition is left.
      .replace(/(?<=[^\\![\]])\\\[([^[\]\\^][^[\]\\]*)\\\](?![[(:])/g, '[$1]'),
  )
}

/** Escapes everything but code spans, in which only what plugins run has a meaning. */
function escapeSpans(line: string): string {
  return outsideCode(line, escapePlain, inertSpan)
}

function escapePlain(text: string): string {
  return escapeInline(withoutPictures(text))
}

/** Pictures would be fetched whenever the note is shown: they become links. What else could be one shows its characters. */
function withoutPictures(text: string): string {
  return text
    .replace(/!(?<=(?<!\\)(?:\\\\)*!)(?=\[(?:[^[\]\\]|\\.){0,1000}\]\(\s*<?(?:https?:|mailto:))/gi, '')
    .replace(/!(?<=(?<!\\)(?:\\\\)*!)(?=\[(?!\[|[^[\]\\^][^[\]\\]{0,1000}\](?![[(:])))/g, '\\!')
}

/** What Dataview would compute is no code any more, and shown with its marks. An operator alone, as `==`, is none of that. */
function inertSpan(span: string): string {
  const [, marks = '', code = ''] = /^(`+)([^]*?)`+$/.exec(span) ?? []
  if (!/^\s*(?:\$=|=(?![=>]|\s*$))/.test(code)) return parted(span)
  const mark = '\\`'.repeat(marks.length)
  return mark + escapePlain(code) + mark
}

function outsideCode(
  line: string,
  change: (text: string) => string,
  changeCode: (span: string) => string = (span) => span,
): string {
  const parts = line.split(/((?<![`\\])(`+)(?!`)(?:(?!\2(?!`)).)+?(?<!`)\2(?!`))/)
  let changed = ''
  // Each match adds itself and its marks.
  for (let index = 0; index < parts.length; index += 3)
    changed += change(parts[index] ?? '') + changeCode(parts[index + 1] ?? '')
  return changed
}

function escapeInline(text: string): string {
  return text
    .replace(/(?<!\\)\[\[/g, '\\[\\[')
    .replace(/(?<!\\)%%/g, '\\%\\%')
    .replaceAll('<%', '<\\%')
    .replace(/(?<!\\)`(?=\s*\$?=)/g, '\\`')
    .replace(/(?<!\\)<(?=[a-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]*>)/gi, '\\<')
    .replace(/(?<![\\&/\p{L}\p{N}])#(?=[\p{L}\p{N}\p{Emoji}_/-])/gu, '\\#')
    .replace(/\](?=\((?!\s*<?(?:https?:|mailto:))|\[)/gi, '\\]')
    .replace(/\\\\\]/g, '\\]')
    .replace(/(?<=^|\s)\^(?=[\w-]+\s*$)/g, '\\^')
}

/** Lowers headings below the section that they are in, keeping their order. */
function lowerHeadings(text: string): string {
  const { headings } = parseNote(text)
  const top = smallest(headings.map(({ level }) => level))
  return applyEdits(
    text,
    headings.map((heading): TextEdit => {
      const { start, end } = heading.range
      return { start, end, insert: atLevel(heading, Math.min(6, heading.level - top + 3)) }
    }),
  )
}

function atLevel({ text }: Heading, level: number): string {
  return `${'#'.repeat(level)} ${text.replace(/\s+/g, ' ')}`.trimEnd()
}

// Checked as it will be: with text before and after it.
function isHarmless(quoted: string): boolean {
  const before = '## Before\n\n<details>\n<summary>Text</summary>\n\n'
  const note = parseNote(`${before}${quoted}\n\n</details>\n\n## After\n\n[[after]]\n`)
  const [first, ...others] = note.headings
  const last = others.pop()
  return (
    first?.text === 'Before' &&
    last?.text === 'After' &&
    others.every(({ level }) => level >= 3) &&
    note.links.length === 1 &&
    note.externalLinks.every(({ type }) => type === 'url') &&
    note.tags.length === 0 &&
    note.tasks.length === 0 &&
    note.blocks.length === 0 &&
    !quoted.includes('<%')
  )
}

/** Escapes every character that could mean something. */
function escapeAll(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/[\\`*{}[\]<>#|~^%$!]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
        .replace(/^([-+=]|\d{1,9}(?=[.)]))/, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`))
        .replace(/^(\d{1,9})([.)])/, '$1\\$2'),
    )
    .join('\n')
}
