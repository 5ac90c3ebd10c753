import type { NoteLink, NoteTag } from '../../model/parsed-note.ts'
import type { TagStyle } from '../../model/tag-style.ts'
import { lineAt } from '../text/line-starts.ts'
import { readWikilink } from './read-wikilink.ts'
import { readYaml } from './read-yaml.ts'
import { tagKeyOf } from './tag-keys.ts'
import type { YamlScalar } from './yaml-reading.ts'

/** The frontmatter's values, and where its YAML begins in the text. */
export interface FrontmatterSource {
  readonly text: string
  readonly lineStarts: readonly number[]
  readonly yamlStart: number
  readonly scalars: readonly YamlScalar[]
}

export function readTitle({ scalars }: FrontmatterSource): string | null {
  const title = valuesOf(scalars, /^title$/).find(({ depth }) => depth === 1)?.text
  const oneLine = title?.replace(/\s+/g, ' ').trim() ?? ''
  return oneLine === '' ? null : oneLine
}

/** `aliases` or `alias`: a list, or a string with commas between them. */
export function readAliases({ scalars }: FrontmatterSource): readonly string[] {
  return valuesOf(scalars, /^alias(?:es)?$/i)
    .flatMap(({ text, depth }) => (depth === 1 ? text.split(',') : [text]))
    .map((alias) => alias.trim())
    .filter((alias) => alias !== '')
}

/** `tags` or `tag`: a list, or a string with commas or spaces between them; a leading `#` or a `/` at the end is not part of a tag. */
export function readTags(
  { text, lineStarts, yamlStart, scalars }: FrontmatterSource,
  style: TagStyle,
): readonly NoteTag[] {
  return valuesOf(scalars, tagKeyOf(style)).flatMap((scalar) => {
    const start = yamlStart + scalar.start
    const end = yamlStart + scalar.end
    const written = text.slice(start, end)
    // Where YAML wrote the value with escapes, the whole value is each tag's place.
    const isExact = written === scalar.text || scalar.style === 'block'
    const source = isExact ? written : scalar.text
    return listTagWords(source, scalar.depth === 1).map(({ tag, offset, length }): NoteTag => {
      const range = isExact ? { start: start + offset, end: start + offset + length } : { start, end }
      return { tag, source: 'frontmatter', line: lineAt(lineStarts, range.start), range }
    })
  })
}

/** The wikilinks in the frontmatter's values, at any depth. */
export function readFrontmatterLinks(source: FrontmatterSource): readonly NoteLink[] {
  return source.scalars.flatMap((scalar) => linksInScalar(source, scalar))
}

/** The values of the last matching key, which is the one that counts. */
function valuesOf(scalars: readonly YamlScalar[], key: RegExp): readonly YamlScalar[] {
  const fitting = scalars.filter((scalar) => key.test(scalar.key) && scalar.depth <= 2 && !isNull(scalar))
  const last = new Map(fitting.map((scalar) => [scalar.key, scalar.pair]))
  return fitting.filter((scalar) => last.get(scalar.key) === scalar.pair)
}

function isNull({ text, style }: YamlScalar): boolean {
  return style === 'plain' && /^(?:~|null|Null|NULL|)$/.test(text)
}

interface TagWord {
  readonly tag: string
  readonly offset: number
  /** With the slash at its end, which says nothing. */
  readonly length: number
}

/** Without the slashes at the end; each is looked at once, however many there are. */
export function withoutEnd(tag: string): string {
  return tag.replace(/(?<!\/)\/+$/, '')
}

function listTagWords(written: string, isString: boolean): readonly TagWord[] {
  return [...written.matchAll(isString ? /[^\s,]+/g : /\S.*/g)].flatMap(({ 0: word, index }) => {
    const marks = /^#*/.exec(word)?.[0].length ?? 0
    const { length } = word.slice(marks).trimEnd()
    const tag = withoutEnd(word.slice(marks, marks + length))
    return tag === '' ? [] : [{ tag, offset: index + marks, length }]
  })
}

function linksInScalar(
  { text, lineStarts, yamlStart }: FrontmatterSource,
  scalar: YamlScalar,
): readonly NoteLink[] {
  const start = yamlStart + scalar.start
  const written = text.slice(start, yamlStart + scalar.end)
  const links: NoteLink[] = []
  for (let at = written.indexOf('[['); at !== -1;) {
    const wikilink = readWikilink(text, start + at, yamlStart + scalar.end)
    if (wikilink !== null) {
      const isEmbed = at > 0 && written[at - 1] === '!'
      const range = { start: start + at - (isEmbed ? 1 : 0), end: wikilink.end }
      const { target, heading, block, text: shown, targetRange } = wikilink
      links.push({
        form: 'frontmatter',
        isEmbed,
        target: unquote(target, scalar),
        heading: heading === null ? null : unquote(heading, scalar),
        block,
        text: shown === null ? null : unquote(shown, scalar),
        line: lineAt(lineStarts, range.start),
        range,
        targetRange,
      })
    }
    at = written.indexOf('[[', wikilink === null ? at + 1 : wikilink.end - start)
  }
  return links
}

/** The decoded part of a quoted value; a part that cannot stand alone stays as written. */
function unquote(written: string, { style }: YamlScalar): string {
  if (style === 'single') return written.replaceAll("''", "'")
  if (style !== 'double' || !written.includes('\\')) return written
  const { data } = readYaml(`value: "${written}"`)
  return typeof data['value'] === 'string' ? data['value'] : written
}
