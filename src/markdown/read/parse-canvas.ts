import type { NoteLink, SourceRange } from '../../model/parsed-note.ts'
import { splitTarget } from './link-target.ts'
import { findLineStarts, lineAt } from '../text/line-starts.ts'
import { entriesOf, itemsOf } from './json-parts.ts'
import { readLinks } from './read-links.ts'

/**
 * The links of a `.canvas` file: the files on its cards and behind its groups (form `canvas`), and the links in its cards'
 * text, in their own form. Ranges are within the JSON text, where quotes and backslashes are escaped. A file that is no canvas has none.
 */
export function parseCanvas(text: string): readonly NoteLink[] {
  const lineStarts = findLineStarts(text)
  return readNodes(text).flatMap((node) => {
    const type = node.get('type')?.value
    if (type === 'file') return fileLinks(node.get('file'), node.get('subpath'), lineStarts)
    if (type === 'group') return fileLinks(node.get('background'), undefined, lineStarts)
    return cardsIn(text, node).flatMap(({ links, place }) =>
      links.map((link) => {
        const toJson = ({ start, end }: SourceRange) => ({ start: place(start), end: place(end) })
        const range = toJson(link.range)
        return {
          ...link,
          range,
          targetRange: toJson(link.targetRange),
          line: lineAt(lineStarts, range.start),
        }
      }),
    )
  })
}

/** The text of a card with its links, and a map of its offsets to the JSON. */
export interface CanvasCard {
  readonly text: string
  readonly links: readonly NoteLink[]
  readonly place: (offset: number) => number
}

/** The cards of a `.canvas` file with text of their own. */
export function readCanvasCards(text: string): readonly CanvasCard[] {
  return readNodes(text).flatMap((node) => cardsIn(text, node))
}

function cardsIn(json: string, node: CanvasNode): readonly CanvasCard[] {
  const string = node.get('type')?.value === 'text' ? node.get('text') : undefined
  if (string === undefined) return []
  const links = readLinks(string.value).filter(({ form }) => form !== 'frontmatter')
  return [{ text: string.value, links, place: placesIn(json, string) }]
}

type CanvasNode = ReadonlyMap<string, JsonString>

/** A string in a JSON text, and its place between the quotes. */
interface JsonString extends SourceRange {
  readonly value: string
}

/** The nodes of a canvas, each as its string values by key. */
function readNodes(text: string): readonly CanvasNode[] {
  if (findCanvasProblem(text) !== null) return []
  return (itemsOf(text, 'nodes') ?? []).map((node) => {
    const strings = [...entriesOf(text, node.start)].filter(({ start }) => text[start] === '"')
    return new Map(
      strings.map(({ key, start, end }) => {
        const value = String(JSON.parse(text.slice(start, end)))
        return [key, { value, start: start + 1, end: end - 1 }]
      }),
    )
  })
}

/** Why a text cannot be read as a canvas, in one line; null where it can. An empty file is a new canvas. */
export function findCanvasProblem(text: string): string | null {
  const json = text.replace(/^\uFEFF/, '')
  if (json.trim() === '') return null
  try {
    JSON.parse(json)
    return null
  } catch {
    return 'It is no valid JSON: its links are not known, and not rewritten.'
  }
}

function fileLinks(
  file: JsonString | undefined,
  subpath: JsonString | undefined,
  lineStarts: readonly number[],
): readonly NoteLink[] {
  if (file === undefined || file.value.trim() === '') return []
  const { heading, block } = splitTarget(subpath?.value ?? '')
  const { start, end } = file
  return [
    {
      form: 'canvas',
      isEmbed: true,
      target: file.value.trim(),
      heading,
      block,
      text: null,
      line: lineAt(lineStarts, start),
      range: { start: start - 1, end: end + 1 },
      targetRange: { start, end },
    },
  ]
}

/** Maps an offset in a string's value to the JSON text, where one character may take six. */
function placesIn(json: string, { start, end, value }: JsonString): (offset: number) => number {
  if (value.length === end - start) return (offset) => start + offset
  const places: number[] = []
  for (let at = start; at < end;) {
    places.push(at)
    at += json[at] !== '\\' ? 1 : json[at + 1] === 'u' ? 6 : 2
  }
  return (offset) => places[offset] ?? end
}
