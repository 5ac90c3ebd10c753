import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { linkParts } from '../../src/markdown/link-parts.ts'
import { parseNote } from '../../src/markdown/parse-note.ts'
import { fileNames, noteNames } from '../../src/model/link-names.ts'
import { normalizeKey } from '../../src/model/normalize-key.ts'
import { isCanvas, isNotePath, stemOf } from '../../src/model/note-path.ts'
import type { NoteLink } from '../../src/model/parsed-note.ts'
import { linkKeys, resolveLink, type KeyBearer } from '../../src/model/resolve-link.ts'
import { applyEdits } from '../../src/model/text-edit.ts'

export interface GraphEdge {
  readonly link: NoteLink
  /** Path of the note or file that it means; null where it is broken. */
  readonly target: string | null
}

export interface GraphSource {
  readonly edges: readonly GraphEdge[]
  /** The file without the targets of its links. */
  readonly rest: string
}

/** The resolved graph of links of a folder, read from its files alone. */
export function readGraph(
  root: string,
  nameBeforeTitle: boolean,
  isPart: (path: string) => boolean = () => true,
): ReadonlyMap<string, GraphSource> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((segment) => segment.startsWith('.')) && isPart(path))
    .sort()
  const bearers = new Map<string, KeyBearer[]>()
  const texts = new Map<string, string>()
  for (const [id, path] of paths.entries()) {
    if (isNotePath(path) || isCanvas(path)) texts.set(path, readFileSync(join(root, path), 'utf8'))
    const note = isNotePath(path) ? parseNote(texts.get(path) ?? '') : null
    const names =
      note === null
        ? fileNames(path)
        : noteNames({ path, title: note.title ?? stemOf(path), aliases: note.aliases.map(normalizeKey) })
    for (const { key, kind } of names) {
      const known = bearers.get(key) ?? []
      known.push({ kind, id, path })
      bearers.set(key, known)
    }
  }
  const graph = new Map<string, GraphSource>()
  for (const [path, text] of texts) {
    const edges: GraphEdge[] = []
    const holes = []
    for (const part of linkParts(path, text)) {
      for (const link of part.links) {
        const source = { path, form: link.form }
        const isOwn = link.target === ''
        const found = link.target.endsWith('/')
          ? null
          : resolveLink(
              linkKeys(link.target, source),
              { ...source, target: link.target },
              (key) => bearers.get(key) ?? [],
              nameBeforeTitle,
            )
        edges.push({ link, target: isOwn ? path : (found?.path ?? null) })
        if (!isOwn) holes.push(part.place({ ...link.targetRange, insert: '' }))
      }
    }
    graph.set(path, { edges, rest: applyEdits(text, holes) })
  }
  return graph
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
    for (const [index, { link, target }] of edges.entries()) {
      const now = source.edges[index]
      if (now === undefined || target === null) continue
      const say = `${path}:${link.line} [${link.form}] ${link.target} → ${now.link.target}`
      if (now.target !== placeOf(target))
        problems.push(`${say}: meant ${target}, means ${String(now.target)}`)
      for (const part of ['form', 'heading', 'block', 'text', 'isEmbed'] as const) {
        // An image in a link's text has a target of its own.
        if (part === 'text' && link.text?.includes('](') === true) continue
        if (now.link[part] !== link[part]) problems.push(`${say}: another ${part}`)
      }
    }
  }
  return problems
}
