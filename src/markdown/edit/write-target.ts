import type { NoteLink } from '../../model/parsed-note.ts'
import type { TextEdit } from '../../model/text-edit.ts'
import { decodePercent, isExternalUrl } from '../read/link-target.ts'
import { encodeCharacter } from '../text/encode-path.ts'
import { inJson } from '../text/in-json.ts'
import { unescapeBackslashes } from '../read/read-destination.ts'
import { readFrontmatterParts } from '../read/read-frontmatter.ts'
import type { YamlScalar } from '../read/yaml-reading.ts'

/**
 * The edit that changes a link's target; its heading, shown text and form stay. Null where that form cannot express it:
 * a wikilink cannot name `C# notes`.
 *
 *     writeTarget('[a](b.md#c)', link, 'd e.md')   // { start: 4, end: 8, insert: 'd%20e.md' }
 */
export function writeTarget(text: string, link: NoteLink, target: string): TextEdit | null {
  const insert = /\p{Surrogate}/u.test(target) ? null : written(text, link, target)
  return insert === null ? null : { ...link.targetRange, insert }
}

function written(text: string, link: NoteLink, target: string): string | null {
  switch (link.form) {
    case 'canvas':
      return inJson(target)
    case 'wikilink':
      return isWikiTarget(target) ? target : null
    case 'frontmatter':
      return isWikiTarget(target) ? inScalar(text, link.targetRange.start, target) : null
    case 'markdown':
    case 'reference':
      return destination(text, link, target)
  }
}

function isWikiTarget(target: string): boolean {
  return target !== '' && target.trim() === target && !/[[\]|#^\r\n]|\\$/.test(target)
}

/** The target as written inside the quotes of its YAML value. */
export function inScalar(text: string, offset: number, target: string): string | null {
  switch (scalarStyleAt(text, offset)) {
    case 'single':
      return target.replaceAll("'", "''")
    case 'double':
      return inJson(target)
    case 'plain':
      return /:(?:\s|$)|\s#/.test(target) ? null : target
    default:
      return target
  }
}

/** The style of the frontmatter value at an offset; null where there is none. */
function scalarStyleAt(text: string, offset: number): YamlScalar['style'] | null {
  const { scalars, yamlStart } = readFrontmatterParts(text)
  const at = offset - yamlStart
  return scalars.find(({ start, end }) => start <= at && at <= end)?.style ?? null
}

/** As a destination: in `<>` where the old one is, percent-encoded as far as the old one is or must be. */
export function destination(text: string, { targetRange }: NoteLink, target: string): string | null {
  const old = text.slice(targetRange.start, targetRange.end)
  const isAngled = /<[ \t]*$/.test(text.slice(Math.max(0, targetRange.start - 20), targetRange.start))
  const must = isAngled ? /[<>#\\\p{Cc}]/gu : mustBeEncoded(old, target)
  const insert = target.replaceAll('%', '%25').replace(must, encodeCharacter)
  const isRead = decodePercent(unescapeBackslashes(insert)) === target && !isExternalUrl(insert)
  return isRead && target.trim() === target ? insert : null
}

function mustBeEncoded(old: string, target: string): RegExp {
  const parentheses = isBalanced(target) && !/%2[89]/.test(old) ? '' : '()'
  const letters = /%[89A-F][0-9A-F]/i.test(old) ? '\\u0080-\\u{10ffff}' : ''
  return new RegExp(`[\\s<>#?|\`\\\\\\p{Cc}${parentheses}${letters}]`, 'gu')
}

function isBalanced(target: string): boolean {
  let depth = 0
  for (const character of target) {
    if (character === '(') depth += 1
    if (character === ')' && (depth -= 1) < 0) return false
  }
  return depth === 0
}
