import { listTags } from '../markdown/edit/change-tags.ts'
import { equalValues } from '../markdown/read/equal-values.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { compareTexts } from '../markdown/text/unified-diff.ts'
import type { ParsedNote } from '../model/parsed-note.ts'
import { shorten } from '../model/whole-characters.ts'

// In longer texts only the lines are counted.
const mostParsed = 200_000
const mostNamed = 3
const longestHeading = 40

/**
 * What tells two versions of a note apart, in a few words; of a file that is no note only the lines.
 *
 *     tellDifference('# Plan\n\nOne\n', '# Plan\n\nOne\nTwo\n')   // '+1 -0 in "Plan"'
 *     tellDifference('See [[a]].\n', 'See [[b]].\n')              // '1 link'
 */
export function tellDifference(before: string, after: string, isNote = true): string {
  if (!isNote || Math.max(before.length, after.length) > mostParsed) return countLines(before, after)
  const [old, now] = [parseNote(before), parseNote(after)]
  const inHead = [...tellTags(old, now), ...tellProperties(old, now)]
  // Of what else may be in a frontmatter, such as a comment, the lines are counted with the others.
  if (inHead.length === 0 && headOf(old, before) !== headOf(now, after)) return countLines(before, after)
  return [...inHead, ...tellBody({ old, before, now, after })].join(', ')
}

export function tellLines(text: string): string {
  const { added } = compareTexts('', text, { path: '', maxChars: 0 })
  return `${added} ${added === 1 ? 'line' : 'lines'}`
}

function countLines(before: string, after: string): string {
  const { added, removed } = compareTexts(before, after, { path: '', maxChars: 0 })
  return `+${added} -${removed}`
}

function bodyOf({ frontmatter }: ParsedNote, text: string): string {
  return text.slice(frontmatter.bodyStart)
}

/** The frontmatter as written but for `updated`, which follows each change. */
function headOf({ frontmatter }: ParsedNote, text: string): string {
  return text.slice(0, frontmatter.bodyStart).replace(/^updated:.*\n/m, '')
}

function tellTags(old: ParsedNote, now: ParsedNote): readonly string[] {
  const [before, after] = [listTags(old), listTags(now)]
  const added = after.filter((tag) => !before.includes(tag)).map((tag) => `+${tag}`)
  const removed = before.filter((tag) => !after.includes(tag)).map((tag) => `-${tag}`)
  const told = [...added, ...removed]
  return told.length === 0 ? [] : [`tags ${named(told, ' ')}`]
}

/** The keys of frontmatter that changed; tags are told apart. */
function tellProperties(old: ParsedNote, now: ParsedNote): readonly string[] {
  const [before, after] = [old.frontmatter.data, now.frontmatter.data]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !['tags', 'updated'].includes(key) && !equalValues(before[key], after[key]),
  )
  return keys.length === 0 ? [] : [named(keys, ', ')]
}

function named(words: readonly string[], between: string): string {
  const more = words.length > mostNamed ? [`and ${words.length - mostNamed} more`] : []
  return [...words.slice(0, mostNamed), ...more].join(between)
}

interface Versions {
  readonly old: ParsedNote
  readonly before: string
  readonly now: ParsedNote
  readonly after: string
}

function tellBody({ old, before, now, after }: Versions): readonly string[] {
  const [bodyBefore, bodyAfter] = [bodyOf(old, before), bodyOf(now, after)]
  if (bodyBefore === bodyAfter) return []
  const links = changedLinks({ old, before, now, after })
  if (links > 0) return [`${links} ${links === 1 ? 'link' : 'links'}`]
  const count = countLines(bodyBefore, bodyAfter)
  const [rowsBefore, rowsAfter] = [bodyBefore.split('\n'), bodyAfter.split('\n')]
  const heading =
    changedUnder(now, rowsAfter, rowsBefore) ??
    (count.startsWith('+0 ') ? changedUnder(old, rowsBefore, rowsAfter) : null)
  if (heading === null) return [count]
  return [`${count} in "${shorten(heading, longestHeading)}"`]
}

/** The one heading that all lines stand under that are not in the other version; null where there is none. */
function changedUnder(
  { headings, frontmatter }: ParsedNote,
  rows: readonly string[],
  others: readonly string[],
): string | null {
  let first = 0
  while (first < rows.length && rows[first] === others[first]) first += 1
  let end = rows.length
  while (
    end > first &&
    others.length - rows.length + end > first &&
    rows[end - 1] === others.at(end - rows.length - 1)
  )
    end -= 1
  while (first < end && rows[first]?.trim() === '') first += 1
  if (first >= end) return null
  const at = (row: number) =>
    headings.findLast(({ line }) => line <= frontmatter.bodyLine + row)?.text ?? null
  return at(first) === at(end - 1) ? at(first) : null
}

/** How many links lead elsewhere or read otherwise, where nothing else has changed. */
function changedLinks({ old, before, now, after }: Versions): number {
  if (old.links.length !== now.links.length) return 0
  const [inBefore, inAfter] = [linksOfBody(old, before), linksOfBody(now, after)]
  if (inBefore.between !== inAfter.between) return 0
  return inBefore.links.filter((link, at) => link !== inAfter.links[at]).length
}

function linksOfBody({ links, frontmatter }: ParsedNote, text: string) {
  let at = frontmatter.bodyStart
  const found: string[] = []
  const between: string[] = []
  for (const { range } of links) {
    // One link may stand within another.
    if (range.start < at) continue
    between.push(text.slice(at, range.start))
    found.push(text.slice(range.start, range.end))
    at = range.end
  }
  return { links: found, between: [...between, text.slice(at)].join('\n[]\n') }
}
