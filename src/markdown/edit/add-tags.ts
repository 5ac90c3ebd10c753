import { contentStart } from '../../model/note-content.ts'
import { usualTags } from '../../model/tag-style.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import { groupByLine } from '../text/group-by-line.ts'
import { lineContentEnd, lineEnd } from '../text/line-bounds.ts'
import { keptOtherwise } from './kept-otherwise.ts'
import type { TaggedNote } from '../read/read-tagged-note.ts'
import { isTagValue, tagKeys, tagSeparator, type TagValue } from '../read/tag-keys.ts'
import { headerStays } from '../read/foreign-header.ts'
import { lineEndOf } from '../text/with-line-ends.ts'

type TextWithTags = Pick<TaggedNote, 'frontmatter' | 'headings' | 'tags'>

/**
 * Adds the tags that a note lacks: to its frontmatter if it has one that can be read or the text has no tags, else inline.
 * CONFLICT where the frontmatter's tags are something else than a list or text.
 */
export function addTags(
  text: string,
  note: TextWithTags,
  tags: readonly string[],
  tagStyle = usualTags,
): string {
  const isInlinePossible = tagStyle.hashtags || tagStyle.colonTags
  const { range, problem } = note.frontmatter
  const isInline = isInlinePossible && (range === null || problem !== null)
  const [place = isInline ? undefined : (['tags', []] as const)] = tagKeys(note, tagStyle)
  if (place !== undefined) {
    const [key, value] = place
    if (!isTagValue(value)) throw keptOtherwise()
    return applyEdits(text, editFrontmatter(text, { [key]: withTags(value, tags) }))
  }
  const { hashtags, multiwordTags } = tagStyle
  const words = tags.map((tag) =>
    hashtags ? `#${tag}${multiwordTags && /\s/.test(tag) ? '#' : ''}` : `:${tag}:`,
  )
  return applyEdits(text, [addInline(text, note, words)])
}

function withTags(value: TagValue, tags: readonly string[]): unknown {
  if (typeof value === 'object' && value !== null) return [...value, ...tags]
  const written = String(value ?? '')
  return written === '' ? tags : [written, ...tags].join(tagSeparator(written))
}

function addInline(text: string, note: TextWithTags, words: readonly string[]): TextEdit {
  const line = findTagLine(text, note)
  if (line !== null) {
    const insert = words.map((word) => `${line.separator}${word}`).join('')
    return { start: line.end, end: line.end, insert }
  }
  const { header } = note.frontmatter
  // In TOML and JSON are the tags that count: beside them a line of others would be mere text.
  if (header !== null && header.kind !== 'Pandoc') throw headerStays(header)
  const lineBreak = lineEndOf(text)
  const content = contentStart(text, note.frontmatter).offset
  const properties = findPageProperties(text, content)
  if (properties.tags !== null) {
    const { end, isEmpty } = properties.tags
    return {
      start: end,
      end,
      insert: words.map((word, at) => (isEmpty && at === 0 ? ' ' : ', ') + word).join(''),
    }
  }
  const start = properties.end
  const [title] = note.headings
  const isTitled = title?.level === 1 && text.slice(start, title.range.start).trim() === ''
  const at = isTitled ? lineEnd(text, title.range.end) : start
  const isOnNewLine = at === 0 || text[at - 1] === '\n' || text.slice(0, at) === '\ufeff'
  const follows = text.slice(at, lineContentEnd(text, at))
  const before = `${isOnNewLine ? '' : lineBreak}${isTitled || start > content ? lineBreak : ''}`
  const after = at === text.length && !isOnNewLine ? '' : lineBreak + (follows.trim() === '' ? '' : lineBreak)
  return { start: at, end: at, insert: `${before}${words.join(' ')}${after}` }
}

/** Logseq's `key:: value` lines at the beginning, which say something of the page as long as nothing stands above them. */
function findPageProperties(text: string, start: number) {
  let end = start
  let tags: { readonly end: number; readonly isEmpty: boolean } | null = null
  for (; end < text.length; end = lineEnd(text, end)) {
    const line = text.slice(end, lineContentEnd(text, end)).trimEnd()
    const [, key, value] = /^([^\s:#>[\]*+-][^\s:]*)::(?:[ \t]+(.*))?$/.exec(line) ?? []
    if (key === undefined) break
    if (/^tags$/i.test(key)) tags = { end: end + line.length, isEmpty: value === undefined }
  }
  return { end, tags }
}

/** The first line of nothing but tags, or of `Tags:` and tags: the end of its last tag and their separator. */
function findTagLine(
  text: string,
  { tags }: TextWithTags,
): { readonly end: number; readonly separator: string } | null {
  const inline = tags.filter(({ source }) => source === 'inline')
  for (const [start, onLine] of groupByLine(text, inline)) {
    const line = text.slice(start, lineContentEnd(text, start))
    // Otherwise the tags are part of a sentence.
    if (!/^[\s,]*(?:[#:]|tag)/i.test(line)) continue
    const marks = new Map(onLine.map(({ range, run = range }) => [run.start, run]))
    const cuts = [...marks.values()].map((mark) => ({
      start: mark.start - start,
      end: mark.end - start,
      insert: '',
    }))
    const rest = applyEdits(line, cuts)
    const last = onLine.at(-1)
    if (last !== undefined && /^[\s,]*(?:tags?:)?[\s,]*$/i.test(rest))
      return { end: last.range.end, separator: rest.includes(',') ? ', ' : ' ' }
  }
  return null
}
