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
  const start = contentStart(text, note.frontmatter).offset
  const [title] = note.headings
  const isTitled = title?.level === 1 && text.slice(start, title.range.start).trim() === ''
  const at = isTitled ? lineEnd(text, title.range.end) : start
  const isOnNewLine = at === 0 || text[at - 1] === '\n' || text.slice(0, at) === '\ufeff'
  const follows = text.slice(at, lineContentEnd(text, at))
  const before = `${isOnNewLine ? '' : lineBreak}${isTitled ? lineBreak : ''}`
  const after = at === text.length && !isOnNewLine ? '' : lineBreak + (follows.trim() === '' ? '' : lineBreak)
  return { start: at, end: at, insert: `${before}${words.join(' ')}${after}` }
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
