import type { NoteLink } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { headingKey } from '../read/heading-key.ts'
import { decodePercent } from '../read/link-target.ts'
import { destination, inScalar } from './write-target.ts'

/** Headings of a note that get other words, and what links that name them say before and after. */
export interface HeadingChange {
  /** The headings that a link finds by their words. */
  readonly words: readonly Renaming[]
  /** Of headings of one name GitHub numbers all but the first: fragments that lead to the same heading. */
  readonly slugs: readonly Renaming[]
  /** Ids that headings have beside their words: links that name them stay. */
  readonly ids: readonly string[]
}

interface Renaming {
  readonly from: string
  readonly to: string
}

/**
 * What links to headings must follow; null where all of them lead where they led. Both lists are the words of the same
 * headings, which may have `ids` besides. Links by words mean the first heading that is called so.
 */
export function headingChange(
  before: readonly string[],
  after: readonly string[],
  ids: readonly string[],
): HeadingChange | null {
  const seen = new Set<string>()
  const words = before.flatMap((from, at) => {
    const key = headingKey(from)
    const to = after[at] ?? from
    const isFirst = !seen.has(key)
    seen.add(key)
    return key !== '' && key !== headingKey(to) && isFirst ? [{ from, to }] : []
  })
  const slugs = changedSlugs(before, after).filter((slug) => !seen.has(slug.from))
  return words.length === 0 && slugs.length === 0 ? null : { words, slugs, ids }
}

/** The numbered fragments that change with the words of headings. */
function changedSlugs(before: readonly string[], after: readonly string[]): readonly Renaming[] {
  const slugs = slugsOf(after)
  return slugsOf(before).flatMap((from, at) => {
    const to = slugs[at] ?? from
    return from === to || from === headingSlug(before[at] ?? '') ? [] : [{ from, to }]
  })
}

function slugsOf(headings: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return headings.map((heading) => {
    const slug = headingSlug(heading)
    let count = counts.get(slug) ?? 0
    let own = slug
    for (; counts.has(own); own = `${slug}-${count}`) count += 1
    counts.set(slug, count)
    counts.set(own, counts.get(own) ?? 0)
    return own
  })
}

/** Whether the heading that a link names, or the outermost of nested ones, is a renamed one. */
export function namesHeading(
  { heading }: Pick<NoteLink, 'heading'>,
  { words, slugs, ids }: HeadingChange,
): boolean {
  if (heading === null || ids.includes(firstOf(heading).trim())) return false
  return renamingOf(firstOf(heading), words) !== undefined || slugs.some(({ from }) => from === heading)
}

function renamingOf(name: string, words: HeadingChange['words']): Renaming | undefined {
  const key = headingKey(name)
  return words.find(({ from }) => headingKey(from) === key)
}

/**
 * The edit that makes a link name a renamed heading: as Obsidian writes it in a wikilink, as GitHub's slug in a
 * Markdown link unless that has the words themselves. Null where the form cannot express it, as on a canvas's file
 * cards.
 *
 *     writeHeading('[[a#Old]]', link, { words: [{ from: 'Old', to: 'C# notes' }], slugs: [], ids: [] })   // { start: 4, end: 7, insert: 'C notes' }
 */
export function writeHeading(
  text: string,
  link: NoteLink,
  { words, slugs, ids }: HeadingChange,
): TextEdit | null {
  const { form, targetRange, range } = link
  if (form === 'canvas') return null
  const isWiki = form === 'wikilink' || form === 'frontmatter'
  // A destination in parentheses ends before the last of them.
  const rest = text.slice(targetRange.end, form === 'markdown' ? range.end - 1 : range.end)
  const [, before = '', named = ''] = fragmentOf(text, link).exec(rest) ?? []
  const old = isWiki ? named.replace(/\\$/, '').trimEnd() : named
  const said = decodePercent(old)
  if (old === '' || ids.includes(said)) return null
  const start = targetRange.end + before.length
  const slug = isWiki ? undefined : slugs.find(({ from }) => from === said)
  const renaming = slug ?? renamingOf(isWiki ? old : said, words)
  if (renaming === undefined) return null
  const { from, to } = renaming
  const insert = isWiki
    ? inForm(text, link, wikiHeading(to))
    : destination(text, link, slug !== undefined || said === from ? to : headingSlug(to))
  return insert === null || insert === '' ? null : { start, end: start + old.length, insert }
}

/**
 * GitHub's fragment for a heading.
 *
 *     headingSlug('Big & new: one')   // 'big--new-one'
 */
function headingSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** The `#` and the first name after a link's target. */
function fragmentOf(text: string, { form, targetRange: { start } }: NoteLink): RegExp {
  if (form === 'wikilink' || form === 'frontmatter') return /^([ \t]*#[ \t]*)([^#|\]\r\n]+)/
  return text[start - 1] === '<' ? /^(#)([^#<>\r\n]+)/ : /^(#)([^\s#<>]+)/
}

function firstOf(heading: string): string {
  return heading.split('#').find((part) => part.trim() !== '') ?? ''
}

/** Without the characters that have a meaning within `[[ ]]`, as Obsidian does it. */
function wikiHeading(heading: string): string {
  return heading
    .replace(/[:#|^\\[\]]|%%/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function inForm(text: string, { form, targetRange }: NoteLink, heading: string): string | null {
  return form === 'frontmatter' ? inScalar(text, targetRange.start, heading) : heading
}
