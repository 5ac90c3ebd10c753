import { withoutEnd } from '../read/frontmatter-properties.ts'
import { countEach } from '../../model/count-each.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import type { NoteTag, SourceRange } from '../../model/parsed-note.ts'
import { usualTags } from '../../model/tag-style.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import { blankBetween } from './blank-between.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import type { TaggedNote } from '../read/read-tagged-note.ts'
import { groupByLine } from '../text/group-by-line.ts'
import { lineBreakBefore, lineContentEnd, lineEnd } from '../text/line-bounds.ts'
import { skipSpaces } from '../text/characters.ts'
import { isTagValue, tagKeys, tagSeparator } from '../read/tag-keys.ts'
import { lineEndOf } from '../text/with-line-ends.ts'

/** Removes the tags with these (normalised) names, inline and in the frontmatter. */
export function removeTags(
  text: string,
  note: Pick<TaggedNote, 'frontmatter' | 'tags'>,
  removed: ReadonlySet<string>,
  tagStyle = usualTags,
): string {
  if (removed.size === 0) return text
  const gone = note.tags.filter(({ tag }) => removed.has(normalizeKey(tag)))
  const inline = gone.filter(({ source }) => source === 'inline')
  const body = applyEdits(text, removeInline(text, marksOf(inline, note.tags)))
  if (gone.length === inline.length) return body
  const changes = tagKeys(note, tagStyle).flatMap(([key, value]) => {
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
  return countEach(tags.flatMap(({ run }) => run?.start ?? []))
}

/** Line by line, so that a line with nothing else is removed as a whole. */
function removeInline(text: string, tags: readonly Mark[]): readonly TextEdit[] {
  return [...groupByLine(text, tags)].flatMap(([lineBegin, onLine]) => {
    const start = text[lineBegin] === '\ufeff' ? lineBegin + 1 : lineBegin
    const cuts: TextEdit[] = []
    for (const { range, isPart } of onLine) {
      const cut = isPart ? { ...range, insert: '' } : cutOf(text, range, start)
      // The space between two tags at the start of a line goes with the first one.
      const taken = cuts.at(-1)?.end ?? start
      cuts.push(
        cut.start >= taken ? cut : { ...cut, start: taken, end: skipSpaces(text, cut.end, cut.end + 1) },
      )
    }
    const end = lineContentEnd(text, start)
    const blank = (from: number, to: number) => text.slice(from, to).trim() === ''
    const edges = cuts.flatMap((cut) => [cut.start, cut.end]).slice(1)
    const isBare =
      holdsNothing(text, start, cuts[0]?.start ?? end) &&
      edges.every((edge, index) => index % 2 === 1 || blank(edge, edges[index + 1] ?? end))
    if (!isBare) return cuts
    // The last line of a text takes the line break before it.
    const isLast = lineEnd(text, start) === end && start > 0
    const from = isLast ? start - lineBreakBefore(text, start).length : start
    const to = lineEnd(text, start)
    return [
      { start: from, end: to, insert: blankBetween(text.slice(0, from), text.slice(to), lineEndOf(text)) },
    ]
  })
}

/** Whether a line's beginning is blank, the mark of a quote, or that of a list item with nothing below it. */
function holdsNothing(text: string, start: number, end: number): boolean {
  if (end - start >= longestMark) return text.slice(start, end).trim() === ''
  const [mark] = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]*)?$/.exec(text.slice(start, end)) ?? []
  const below = lineEnd(text, end)
  return (
    mark !== undefined && (/^[ \t>]*$/.test(mark) || blankOrLeft(text.slice(below, lineEnd(text, below))))
  )
}

function blankOrLeft(line: string): boolean {
  return line.trim() === '' || !/^[ \t]/.test(line)
}

// Marks of quotes and lists with their indentation are shorter.
const longestMark = 1_000

/** The tag and emphasis of it alone, with the space before it, or at the start of a line the one after it. */
function cutOf(text: string, tag: NoteTag['range'], line: number): TextEdit {
  let { start, end } = tag
  while (/[*_~=]/.test(text.charAt(start - 1)) && text[start - 1] === text[end]) {
    start -= 1
    end += 1
  }
  const isSpace = (at: number) => text[at] === ' ' || text[at] === '\t'
  const hasSpaceBefore =
    isSpace(start - 1) &&
    !(start - line < longestMark && /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?$/.test(text.slice(line, start)))
  // What would go on with the word before it, as `/` in `#a/`, must not join that word.
  const joins = /^[\p{L}\p{N}_/#-]/u.test(text.slice(end, end + 2))
  if (hasSpaceBefore && !joins) return { start: start - 1, end, insert: '' }
  return { start, end: isSpace(end) ? end + 1 : end, insert: '' }
}

function withoutTags(value: unknown, removed: ReadonlySet<string>): unknown {
  const isGone = (word: string) => removed.has(normalizeKey(withoutEnd(word.replace(/^#+/, ''))))
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
