import { normalizeKey } from '../../model/normalize-key.ts'
import { usualTags, type TagStyle } from '../../model/tag-style.ts'
import { applyEdits, type TextEdit } from '../../model/text-edit.ts'
import type { NoteTag, SourceRange } from '../../model/parsed-note.ts'
import { editFrontmatter } from './edit-frontmatter.ts'
import { equalValues } from '../read/equal-values.ts'
import { readFrontmatter } from '../read/read-frontmatter.ts'
import { readTag, readWordsTag } from '../read/read-tag.ts'
import { isTagValue, tagKeys } from '../read/tag-keys.ts'
import { keptOtherwise } from './kept-otherwise.ts'
import { readTaggedNote } from '../read/read-tagged-note.ts'

/** True for what may follow a `#`: letters, digits, `_`, `-` and `/`, not digits alone; several words where they make a tag. */
export function isTag(tag: string, { hashtags, multiwordTags } = usualTags): boolean {
  if (tag === '') return false
  const isOne = readTag(`#${tag}`, 0, tag.length + 1) === tag.length + 1
  return (
    isOne || (hashtags && multiwordTags && readWordsTag(`#${tag}#`, 0, tag.length + 2) === tag.length + 2)
  )
}

/**
 * Renames a tag and those nested in it, in the text and in the frontmatter, in any spelling, and says how often it occurred.
 * A list that already has the new one keeps it once. Fails where YAML does not allow the change without others.
 *
 *     renameTagInText('#Work/now', { from: 'work', to: 'job' })   // { text: '#job/now', count: 1 }
 */
export function renameTagInText(
  text: string,
  {
    from,
    to,
    tagStyle = usualTags,
  }: { readonly from: string; readonly to: string; readonly tagStyle?: TagStyle },
): { readonly text: string; readonly count: number } {
  const { tags, frontmatter } = readTaggedNote(text, tagStyle)
  const rename = renamer(from, to)
  const inline: TextEdit[] = []
  const inYaml: TextEdit[] = []
  for (const found of tags) {
    const renamed = rename(found.tag)
    if (renamed !== null)
      (found.source === 'inline' ? inline : inYaml).push({ ...tagName(found), insert: renamed })
  }
  const count = inline.length + inYaml.length
  if (inYaml.length === 0) return { text: applyEdits(text, inline), count }
  const changes: Record<string, unknown> = {}
  for (const [key, value] of tagKeys({ frontmatter }, tagStyle)) {
    if (Array.isArray(value)) changes[key] = renameInList(value, rename)
    else if (value !== null && isTagValue(value)) changes[key] = renameInWords(String(value), rename)
  }
  // Edited in place, each tag keeps its quotes and its line's comment; that is not enough where a list loses an item or
  // needs quotes.
  const isEnough = equalValues(dataAfter(text, inYaml), { ...frontmatter.data, ...changes })
  const inFrontmatter = isEnough ? inYaml : editFrontmatter(text, changes)
  if (inFrontmatter.length === 0) throw keptOtherwise()
  return { text: applyEdits(text, [...inline, ...inFrontmatter]), count }
}

/** Where the name of a tag is, without its marks. */
function tagName({ source, range: { start, end }, run, hasWords }: NoteTag): SourceRange {
  if (source === 'frontmatter') return { start, end }
  if (run !== undefined) return { start, end: end - 1 }
  return { start: start + 1, end: hasWords === true ? end - 1 : end }
}

function dataAfter(text: string, edits: readonly TextEdit[]): unknown {
  // A value with escapes has one place for all of its tags.
  const isApart = edits.every(
    ({ start }, index) => edits.findIndex((other) => other.start === start) === index,
  )
  return isApart ? readFrontmatter(applyEdits(text, edits)).data : null
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

function renameInList(list: readonly unknown[], rename: Rename): readonly unknown[] {
  const items = list.map((item) => {
    const renamed = typeof item === 'string' ? renameMarked(item, rename) : null
    return renamed === null ? { value: item, isNew: false } : { value: renamed, isNew: true }
  })
  const isKept = keepsOnce(items.map(({ value, isNew }) => ({ text: String(value), isNew })))
  return items.filter((_item, index) => isKept[index]).map(({ value }) => value)
}

/** Renames a tag in a string with commas or spaces between the tags. */
function renameInWords(words: string, rename: Rename): string {
  const parts = [...words.matchAll(/[^\s,]+/g)].map(({ 0: text, index }) => {
    const renamed = renameMarked(text, rename)
    return { text: renamed ?? text, isNew: renamed !== null, start: index, end: index + text.length }
  })
  const isKept = keepsOnce(parts)
  let result = ''
  let position = 0
  for (const [index, { text, start, end }] of parts.entries()) {
    const gap = words.slice(position, start)
    position = end
    // A removed tag takes the separator before it, or after it if it was the first.
    if (isKept[index] === true) result += (result === '' && index > 0 ? '' : gap) + text
  }
  return result + words.slice(position)
}

function renameMarked(text: string, rename: Rename): string | null {
  const marks = /^\s*#*/.exec(text)?.[0] ?? ''
  const renamed = rename(text.slice(marks.length).trimEnd())
  return renamed === null ? null : marks + renamed
}

/** Which tags stay when some are renamed: of several equal ones, those that already had the name, else the first. */
function keepsOnce(tags: readonly { readonly text: string; readonly isNew: boolean }[]): readonly boolean[] {
  const keyOf = (text: string) => normalizeKey(text.replace(/^\s*#*/, ''))
  const old = new Set(tags.filter(({ isNew }) => !isNew).map(({ text }) => keyOf(text)))
  const seen = new Set<string>()
  return tags.map(({ text, isNew }) => {
    if (!isNew) return true
    const key = keyOf(text)
    const isFirst = !old.has(key) && !seen.has(key)
    seen.add(key)
    return isFirst
  })
}
