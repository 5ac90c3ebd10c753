import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { linkParts } from '../../src/markdown/read/link-parts.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { isCanvas, isNotePath, stemOf } from '../../src/model/note-path.ts'
import type { NoteLink } from '../../src/model/parsed-note.ts'
import { applyEdits } from '../../src/model/text-edit.ts'
import { obsidianOrder, type Meant, type NamedFile } from './obsidian-order.ts'

export interface GraphEdge {
  readonly link: NoteLink
  /** What it means; null where it is broken. */
  readonly meant: Meant | null
}

export interface GraphSource {
  readonly edges: readonly GraphEdge[]
  /** The file without the targets of its links. */
  readonly rest: string
}

/** The resolved graph of links of a folder, read from its files alone, by Obsidian's order. */
export function readGraph(root: string): ReadonlyMap<string, GraphSource> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((segment) => segment.startsWith('.')))
    .sort()
  const texts = new Map<string, string>()
  const files = paths.map((path): NamedFile => {
    if (isNotePath(path) || isCanvas(path)) texts.set(path, readFileSync(join(root, path), 'utf8'))
    if (!isNotePath(path)) return { path, note: null }
    const { title, aliases } = parseNote(texts.get(path) ?? '')
    return { path, note: { title: title ?? stemOf(path), aliases } }
  })
  const resolve = obsidianOrder(files)
  const graph = new Map<string, GraphSource>()
  for (const [path, text] of texts) {
    const edges: GraphEdge[] = []
    const holes = []
    for (const part of linkParts(path, text)) {
      for (const link of part.links) {
        const isOwn = link.target === ''
        edges.push({ link, meant: isOwn ? own(path) : resolve(path, link) })
        if (!isOwn) holes.push(part.place({ ...link.targetRange, insert: '' }))
      }
    }
    graph.set(path, { edges, rest: applyEdits(text, holes) })
  }
  return graph
}

/** A link without a target leads into its own note. */
function own(path: string): Meant {
  return { path, isByFile: true, isInObsidian: true }
}

/** What breaks the law that a move leaves the graph as it is, up to the names of what moved; empty when nothing does. */
export function brokenLaws(
  before: ReadonlyMap<string, GraphSource>,
  after: ReadonlyMap<string, GraphSource>,
  placeOf: (path: string) => string,
  isNamed: (path: string) => boolean,
): readonly string[] {
  const problems: string[] = []
  for (const [path, { edges, rest }] of before) {
    const source = after.get(placeOf(path))
    if (source === undefined) {
      problems.push(`${path} is not at ${placeOf(path)}`)
      continue
    }
    if (!isNamed(path) && source.rest !== rest) problems.push(`${path} has changed beside its links`)
    if (source.edges.length !== edges.length) problems.push(`${path} has other links`)
    for (const [index, { link, meant }] of edges.entries()) {
      const now = source.edges[index]
      if (now === undefined || meant === null) continue
      const say = `${path}:${link.line} [${link.form}] ${link.target} → ${now.link.target}: meant ${meant.path}`
      const isWritten = now.link.target !== link.target
      if (now.meant?.path !== placeOf(meant.path)) problems.push(`${say}, means ${String(now.meant?.path)}`)
      else if (meant.isByFile && !now.meant.isByFile) problems.push(`${say} by its file`)
      else if (isWritten && meant.isInObsidian && !now.meant.isInObsidian) problems.push(`${say} in Obsidian`)
      for (const part of ['form', 'heading', 'block', 'text', 'isEmbed'] as const) {
        // The H1 of a note that gets another title is another heading.
        if (part === 'heading' && isNamed(meant.path)) continue
        // An image in a link's text has a target of its own.
        if (part === 'text' && link.text?.includes('](') === true) continue
        if (now.link[part] !== link[part]) problems.push(`${say}: another ${part}`)
      }
    }
  }
  return problems
}
