import { normalizeKey } from '../../model/normalize-key.ts'
import type { NoteTag, SourceRange } from '../../model/parsed-note.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import type { TaggedNote } from '../read/read-tagged-note.ts'
import { groupByLine } from '../text/group-by-line.ts'
import { lineBreakBefore, lineContentEnd, lineEnd } from '../text/line-bounds.ts'
import { isTagValue, tagKeys, tagSeparator } from '../read/tag-keys.ts'

/** Removes the tags with these (normalised) names, inline and in the frontmatter. */
export function removeTags(
  text: string,
  note: Pick<TaggedNote, 'frontmatter' | 'tags'>,
  removed: ReadonlySet<string>,
): string {
  if (removed.size === 0) return text
  const gone = note.tags.filter(({ tag }) => removed.has(normalizeKey(tag)))
  const inline = gone.filter(({ source }) => source === 'inline')
  const body = applyEdits(text, removeInline(text, marksOf(inline, note.tags)))
  if (gone.length === inline.length) return body
  const changes = tagKeys(note).flatMap(([key, value]) => {
    const next = withoutTags(value, removed)
    return next === value ? [] : [[key, next] as const]
  })
  return applyEdits(body, editFrontmatter(body, Object.fromEntries(changes)))
}

/** What to remove: a whole run of tags, or a tag with the colon after it. */
interface Mark {
  readonly range: SourceRange
  readonly isPart: boolean
}

function marksOf(gone: readonly NoteTag[], all: readonly NoteTag[]): readonly Mark[] {
  const [goneIn, allIn] = [countRuns(gone), countRuns(all)]
  return gone.flatMap(({ range, run }, index): Mark[] => {
    if (run === undefined) return [{ range, isPart: false }]
    if ((goneIn.get(run.start) ?? 0) < (allIn.get(run.start) ?? 0)) return [{ range, isPart: true }]
    return gone[index - 1]?.run?.start === run.start ? [] : [{ range: run, isPart: false }]
  })
}

/** The number of tags in each run, by its beginning. */
function countRuns(tags: readonly NoteTag[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { run } of tags) if (run !== undefined) counts.set(run.start, (counts.get(run.start) ?? 0) + 1)
  return counts
}

/** Line by line, so that a line with nothing else is removed as a whole. */
function removeInline(text: string, tags: readonly Mark[]): readonly TextEdit[] {
  return [...groupByLine(text, tags)].flatMap(([start, onLine]) => {
    const cuts = onLine.map(({ range, isPart }) =>
      isPart ? { ...range, insert: '' } : cutOf(text, range, start),
    )
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

// Marks of quotes and lists with their indentation are shorter.
const longestMark = 1_000

/** The tag with the space before it, or at the start of a line the one after it. */
function cutOf(text: string, { start, end }: NoteTag['range'], line: number): TextEdit {
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t'
  const hasSpaceBefore =
    isSpace(start - 1) &&
    !(start - line < longestMark && /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?$/.test(text.slice(line, start)))
  if (hasSpaceBefore) return { start: start - 1, end, insert: '' }
  return { start, end: isSpace(end) ? end + 1 : end, insert: '' }
}

function withoutTags(value: unknown, removed: ReadonlySet<string>): unknown {
  const isGone = (word: string) => removed.has(normalizeKey(word.replace(/^#+/, '')))
  if (Array.isArray(value)) {
    const kept = value.filter((item) => !isGone(String(item)))
    return kept.length === value.length ? value : kept
  }
  if (!isTagValue(value)) return value
  const written = String(value ?? '')
  const words = written.split(/[\s,]+/).filter((word) => word !== '')
  const kept = words.filter((word) => !isGone(word))
  if (kept.length === words.length) return value
  return kept.join(tagSeparator(written))
}
