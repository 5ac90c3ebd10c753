import type { NoteLink } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { headingKey } from '../read/heading-key.ts'
import { decodePercent } from '../read/link-target.ts'
import { destination, inScalar } from './write-target.ts'

/** A heading that gets other words. */
export interface HeadingChange {
  /** Null where no link finds it by its words. */
  readonly from: string | null
  readonly to: string
  /** Of headings of one name GitHub numbers all but the first: fragments that lead to the same heading, before and after. */
  readonly slugs: readonly SlugChange[]
}

interface SlugChange {
  readonly from: string
  readonly to: string
}

/** The numbered fragments that change with the words of headings; both lists are of the same headings. */
export function changedSlugs(before: readonly string[], after: readonly string[]): readonly SlugChange[] {
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

/** Whether the heading that a link names, or the outermost of nested ones, is the renamed one. */
export function namesHeading(
  { heading }: Pick<NoteLink, 'heading'>,
  { from, slugs }: HeadingChange,
): boolean {
  if (heading === null) return false
  return saysWords(firstOf(heading), from) || slugs.some((slug) => slug.from === heading)
}

function saysWords(name: string, from: string | null): boolean {
  return from !== null && headingKey(name) === headingKey(from)
}

/**
 * The edit that makes a link name a renamed heading: as Obsidian writes it in a wikilink, as GitHub's slug in a
 * Markdown link unless that has the words themselves. Null where the form cannot express it, as on a canvas's file
 * cards.
 *
 *     writeHeading('[[a#Old]]', link, { from: 'Old', to: 'C# notes', slugs: [] })   // { start: 4, end: 7, insert: 'C notes' }
 */
export function writeHeading(
  text: string,
  link: NoteLink,
  { from, to, slugs }: HeadingChange,
): TextEdit | null {
  const { form, targetRange, range } = link
  if (form === 'canvas') return null
  const isWiki = form === 'wikilink' || form === 'frontmatter'
  // A destination in parentheses ends before the last of them.
  const rest = text.slice(targetRange.end, form === 'markdown' ? range.end - 1 : range.end)
  const [, before = '', named = ''] = fragmentOf(text, link).exec(rest) ?? []
  const old = isWiki ? named.replace(/\\$/, '').trimEnd() : named
  if (old === '') return null
  const start = targetRange.end + before.length
  const said = decodePercent(old)
  const slug = isWiki ? undefined : slugs.find((one) => one.from === said)
  if (slug === undefined && !saysWords(isWiki ? old : said, from)) return null
  const insert = isWiki
    ? inForm(text, link, wikiHeading(to))
    : destination(text, link, slug?.to ?? (said === from ? to : headingSlug(to)))
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
