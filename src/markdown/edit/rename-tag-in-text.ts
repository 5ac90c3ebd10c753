import { normalizeKey } from '../../model/normalize-key.ts'
import { usualTags, type TagStyle } from '../../model/tag-style.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import type { Heading, NoteTag, SourceRange } from '../../model/parsed-note.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import { equalValues } from '../read/equal-values.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { readTag, readWordsTag } from '../read/read-tag.ts'
import { isTagValue, tagKeys, type TagValue } from '../read/tag-keys.ts'
import { keptOtherwise } from './kept-otherwise.ts'
import { headingChange, type HeadingChange } from './write-heading.ts'
import { readTaggedNote } from '../read/read-tagged-note.ts'

/** True for what may follow a `#`: letters, digits, `_`, `-` and `/`, not digits alone; several words where they make a tag. */
export function isTag(tag: string, { hashtags, multiwordTags } = usualTags): boolean {
  if (tag === '') return false
  const isOne = readTag(`#${tag}`, 0, tag.length + 1) === tag.length + 1
  return (
    isOne || (hashtags && multiwordTags && readWordsTag(`#${tag}#`, 0, tag.length + 2) === tag.length + 2)
  )
}

export interface RenamedTag {
  readonly text: string
  /** How often it occurred. */
  readonly count: number
  /** What links to headings with the tag have to follow; null where there are none such. */
  readonly heading: HeadingChange | null
}

/**
 * Renames a tag and those nested in it, in the text and in the frontmatter, in any spelling, and says how often it occurred.
 * A list that already has the new one keeps it once. Fails where YAML does not allow the change without others.
 *
 *     renameTagInText('#Work/now', { from: 'work', to: 'job' })   // { text: '#job/now', count: 1, heading: null }
 */
export function renameTagInText(text: string, { from, to, tagStyle = usualTags }: TagNames): RenamedTag {
  const renamed = renamedIn(text, { from, to, tagStyle })
  // Words are one tag only where a hash or a list keeps them together.
  if (/\s/.test(to) && !isRenamed(text, renamed.text, { from, to, tagStyle })) throw keptOtherwise()
  return renamed
}

interface TagNames {
  readonly from: string
  readonly to: string
  readonly tagStyle?: TagStyle
}

/** Whether a text has the tags of another one, some of them by their new names. */
function isRenamed(text: string, after: string, { from, to, tagStyle }: Required<TagNames>): boolean {
  const rename = renamer(from, to)
  const tagsOf = (one: string) => readTaggedNote(one, tagStyle).tags.map(({ tag }) => tag)
  const expected = new Set(tagsOf(text).map((tag) => normalizeKey(rename(tag) ?? tag)))
  const found = new Set(tagsOf(after).map(normalizeKey))
  return expected.size === found.size && [...expected].every((tag) => found.has(tag))
}

function renamedIn(text: string, { from, to, tagStyle }: Required<TagNames>): RenamedTag {
  const { tags, frontmatter, headings } = readTaggedNote(text, tagStyle)
  const rename = renamer(from, to)
  const inline: TextEdit[] = []
  const inYaml: TextEdit[] = []
  for (const found of tags) {
    const renamed = rename(found.tag)
    if (renamed === null) continue
    const { source, hasWords, run } = found
    if (source === 'frontmatter') inYaml.push({ ...tagName(found), insert: renamed })
    else {
      const endsItself = hasWords === true || run !== undefined || !/\s/.test(renamed)
      inline.push({ ...tagName(found), insert: endsItself ? renamed : `${renamed}#` })
    }
  }
  const count = inline.length + inYaml.length
  const body = applyEdits(text, inline)
  const heading = anyWithin(headings, inline)
    ? headingChange(
        wordsOf(headings),
        wordsOf(readTaggedNote(body, tagStyle).headings),
        headings.flatMap(({ id }) => id ?? []),
      )
    : null
  if (inYaml.length === 0) return { text: body, count, heading }
  const change = (changed: (value: TagValue, rename: Rename) => unknown) =>
    Object.fromEntries(
      tagKeys({ frontmatter }, tagStyle).flatMap(([key, value]) =>
        value !== null && isTagValue(value) ? [[key, changed(value, rename)]] : [],
      ),
    )
  // What merges goes first: the others can be edited in place then.
  const once = applyEdits(text, editFrontmatter(text, change(withoutMerged), frontmatter))
  if (once !== text) return { ...renamedIn(once, { from, to, tagStyle }), count }
  const changes = change(renameInValue)
  const wanted = { ...frontmatter.data, ...changes }
  if (equalValues(frontmatter.data, wanted)) throw keptOtherwise()
  // Edited in place, each tag keeps its quotes and its line's comment. A new name may need quotes where the old had none.
  const inPlace = isApart(inYaml) ? applyEdits(body, inYaml) : body
  const { data, problem } = readFrontmatter(inPlace)
  const start = problem === null && equalValues({ ...data, ...changes }, wanted) ? inPlace : body
  return { text: applyEdits(start, editFrontmatter(start, changes)), count, heading }
}

/** Where the name of a tag is, without its marks. */
function tagName({ source, range: { start, end }, run, hasWords }: NoteTag): SourceRange {
  if (source === 'frontmatter') return { start, end }
  if (run !== undefined) return { start, end: end - 1 }
  return { start: start + 1, end: hasWords === true ? end - 1 : end }
}

function wordsOf(headings: readonly Heading[]): readonly string[] {
  return headings.map(({ text }) => text)
}

/** Whether one of the edits is in a heading; both are in text order. */
function anyWithin(headings: readonly Heading[], edits: readonly TextEdit[]): boolean {
  let next = 0
  return edits.some(({ start }) => {
    while ((headings[next]?.range.end ?? Infinity) <= start) next += 1
    return (headings[next]?.range.start ?? Infinity) <= start
  })
}

/** False where a value with escapes has one place for all of its tags. */
function isApart(edits: readonly TextEdit[]): boolean {
  return new Set(edits.map(({ start }) => start)).size === edits.length
}

type Rename = (tag: string) => string | null

/** The new name of a tag; null for one that is neither renamed nor nested in a renamed one. */
function renamer(from: string, to: string): Rename {
  const old = normalizeKey(from).split('/')
  return (tag) => {
    const segments = tag.split('/')
    const isMeant = old.every((segment, index) => normalizeKey(segments[index] ?? '') === segment)
    return isMeant ? [to, ...segments.slice(old.length)].join('/') : null
  }
}

/** Renames each tag of a list, or of a string with commas or spaces between them. */
function renameInValue(value: TagValue, rename: Rename): unknown {
  if (!isList(value)) return String(value).replace(/[^\s,]+/g, (tag) => renameMarked(tag, rename) ?? tag)
  return value.map((item) => (isTagWord(item) ? (renameMarked(String(item), rename) ?? item) : item))
}

/** A list or string without the tags that are to be called as another one of it. */
function withoutMerged(value: TagValue, rename: Rename): unknown {
  if (isList(value)) {
    const isKept = keepsOnce(
      value.map((item) => (isTagWord(item) ? String(item) : '')),
      rename,
    )
    return value.filter((_item, index) => isKept[index])
  }
  const words = String(value)
  const parts = [...words.matchAll(/[^\s,]+/g)]
  const isKept = keepsOnce(
    parts.map(([tag]) => tag),
    rename,
  )
  if (!isKept.includes(false)) return value
  let result = ''
  let position = 0
  for (const [index, { 0: tag, index: start }] of parts.entries()) {
    const gap = words.slice(position, start)
    position = start + tag.length
    // A removed tag takes the separator before it, or after it if it was the first.
    if (isKept[index] === true) result += (result === '' && index > 0 ? '' : gap) + tag
  }
  return result + words.slice(position)
}

function isList(value: TagValue): value is readonly unknown[] {
  return Array.isArray(value)
}

function isTagWord(item: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof item)
}

function renameMarked(text: string, rename: Rename): string | null {
  const marks = /^\s*#*/.exec(text)?.[0] ?? ''
  const renamed = rename(text.slice(marks.length).trimEnd())
  return renamed === null ? null : marks + renamed
}

/** Which tags stay when some are renamed: of several equal ones, those that already had the name, else the first. */
function keepsOnce(tags: readonly string[], rename: Rename): readonly boolean[] {
  const keyOf = (tag: string) => normalizeKey(tag.replace(/^\s*#*/, ''))
  const renamed = tags.map((tag) => renameMarked(tag, rename))
  const seen = new Set(tags.filter((_tag, index) => renamed[index] === null).map(keyOf))
  return renamed.map((tag) => {
    if (tag === null) return true
    const isFirst = !seen.has(keyOf(tag))
    seen.add(keyOf(tag))
    return isFirst
  })
}
