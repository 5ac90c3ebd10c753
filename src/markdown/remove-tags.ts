import { normalizeKey } from '../model/normalize-key.ts'
import type { NoteTag } from '../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../model/text-edit.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import { groupByLine } from './group-by-line.ts'
import { lineBreakBefore, lineContentEnd, lineEnd, lineStart } from './line-bounds.ts'
import { parseNote } from './parse-note.ts'
import { tagKeys, tagSeparator } from './tag-keys.ts'

/** A note's text without the tags of these names (normalised), inline and in the frontmatter. */
export function removeTags(text: string, removed: ReadonlySet<string>): string {
  const note = parseNote(text)
  const gone = note.tags.filter(({ tag }) => removed.has(normalizeKey(tag)))
  const inline = gone.filter(({ source }) => source === 'inline')
  const body = applyEdits(text, removeInline(text, inline))
  if (gone.length === inline.length) return body
  const changes = tagKeys(note).flatMap(([key, value]) => {
    const next = withoutTags(value, removed)
    return next === value ? [] : [[key, next] as const]
  })
  return applyEdits(body, editFrontmatter(body, Object.fromEntries(changes)))
}

/** Line by line, so that one which held nothing else goes as a whole. */
function removeInline(text: string, tags: readonly NoteTag[]): readonly TextEdit[] {
  const byLine = groupByLine(text, tags)
  return [...byLine].flatMap(([start, onLine]) => {
    const cuts = onLine.map(({ range }) => cutOf(text, range))
    const end = lineContentEnd(text, start)
    const blank = (from: number, to: number) => text.slice(from, to).trim() === ''
    const edges = [start, ...cuts.flatMap((cut) => [cut.start, cut.end]), end]
    const isBare = cuts.every((_cut, index) => blank(edges[index * 2] ?? end, edges[index * 2 + 1] ?? end))
    if (!isBare || !blank(edges.at(-2) ?? end, end)) return cuts
    // The last line of a text takes the line break before it.
    const isLast = lineEnd(text, start) === end && start > 0
    const from = isLast ? start - lineBreakBefore(text, start).length : start
    return [{ start: from, end: lineEnd(text, start), insert: '' }]
  })
}

/** The tag with the space before it, or at a line's beginning the one after it. */
function cutOf(text: string, { start, end }: NoteTag['range']): TextEdit {
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t'
  const hasSpaceBefore =
    isSpace(start - 1) &&
    !/^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?$/.test(text.slice(lineStart(text, start), start))
  if (hasSpaceBefore) return { start: start - 1, end, insert: '' }
  return { start, end: isSpace(end) ? end + 1 : end, insert: '' }
}

function withoutTags(value: unknown, removed: ReadonlySet<string>): unknown {
  const isGone = (word: string) => removed.has(normalizeKey(word.replace(/^#+/, '')))
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isGone(String(item)))
    return kept.length === value.length ? value : kept
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const written = String(value)
  const words = written.split(/[\s,]+/).filter((word) => word !== '')
  const kept = words.filter((word) => !isGone(word))
  if (kept.length === words.length) return value
  return kept.join(tagSeparator(written))
}
