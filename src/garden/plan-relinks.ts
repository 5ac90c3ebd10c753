import { rewriteLinks } from '../markdown/rewrite-links.ts'
import { namesHeading, type HeadingChange } from '../markdown/write-heading.ts'
import { openLinkGraph, type GraphLink, type LinkGraph } from '../index-db/link-graph.ts'
import { isFileKind } from '../model/link-names.ts'
import { folderOf } from '../model/note-path.ts'
import { isWithin, scopeRoots } from '../model/outside-scope.ts'
import type { NoteLink } from '../model/parsed-note.ts'
import { relink, type PlacedLink, type Relink } from '../model/relink.ts'
import { linkKeys, resolveLink } from '../model/resolve-link.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileVersion } from '../changes/change-plan.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { futureNames, refuseTwins, type FutureNames } from './future-names.ts'
import { hasLinks, type MovedFile, type MovedFolder } from './moved-files.ts'

/** A note or canvas with links that have to be written anew. */
export interface Rewrite {
  /** Before the plan. */
  readonly path: string
  readonly before: FileVersion
  readonly text: string
  readonly count: number
}

export interface Relinks {
  readonly rewrites: ReadonlyMap<string, Rewrite>
  /** Links that led nowhere and will lead to something. */
  readonly healed: number
  readonly moved: ReadonlyMap<string, string>
}

// So many files are read at once.
const readsAtOnce = 16

/**
 * Which links must be written anew once these files and folders lie elsewhere or have other titles. The index tells which
 * notes to read: those with links that wait for a name that changes, and those that move. What they are given to say is
 * found in their text as it is on disk.
 */
export async function planRelinks(
  vault: VaultContext,
  files: readonly MovedFile[],
  folders: readonly MovedFolder[],
): Promise<Relinks> {
  return await vault.queryWhole(async ({ db }) => {
    const { names, relinked, affected, healed } = db.transaction(() => {
      const graph = openLinkGraph(db)
      const future = futureNames(graph, files, folders, vault.settings)
      refuseTwins(future)
      const remembered = rememberRelinks(future)
      return { names: future, relinked: remembered, ...affectedBy(graph, future, remembered, vault.within) }
    })()
    const named = new Map(files.map((file) => [file.from, file]))
    const paths = new Set([...affected, ...[...named.keys()].filter(hasLinks)])
    for (const path of names.leaving) paths.delete(path)
    const rewrites = new Map<string, Rewrite>()
    const waiting = [...paths].sort()
    for (let start = 0; start < waiting.length; start += readsAtOnce) {
      const some = waiting.slice(start, start + readsAtOnce)
      const found = await Promise.all(
        some.map((path) => rewritten(vault, path, named.get(path), { names, relinked })),
      )
      for (const rewrite of found) if (rewrite !== null) rewrites.set(rewrite.path, rewrite)
    }
    return { rewrites, healed, moved: names.moved }
  })
}

type Relinked = (link: PlacedLink) => Relink

/** From one folder to one other the same words mean the same: of five hundred links to a hub few have to be thought about. */
function rememberRelinks(names: FutureNames): Relinked {
  const known = new Map<string, Relink>()
  return (link) => {
    const { form, from, fromAfter, target } = link
    const key = [form, folderOf(from), folderOf(fromAfter), target].join('\n')
    const answer = known.get(key) ?? relink(link, names)
    known.set(key, answer)
    return answer
  }
}

/** Paths of the notes and canvases with a link that changes. */
function affectedBy(
  graph: LinkGraph,
  names: FutureNames,
  relinked: Relinked,
  within: readonly string[] | null,
): { readonly affected: ReadonlySet<string>; readonly healed: number } {
  const links = new Map<number, GraphLink>()
  for (const key of names.keys) for (const link of graph.linksWaitingFor(key)) links.set(link.id, link)
  for (const source of names.sources) for (const link of graph.linksFrom(source)) links.set(link.id, link)
  const affected = new Set<string>()
  let healed = 0
  const isSeen = (path: string) => within === null || isWithin(path, scopeRoots(within))
  for (const link of links.values()) {
    if (names.leaving.has(link.from)) continue
    const { kind } = relinked(placed(link, link.from, names))
    if (kind === 'changes') affected.add(link.from)
    // Of what a caller may not see it learns nothing.
    if (kind === 'heals' && isSeen(link.from)) healed += 1
  }
  for (const [note, heading] of names.headings) {
    for (const link of graph.linksToHeadings(note)) if (namesHeading(link, heading)) affected.add(link.from)
  }
  return { affected, healed }
}

async function rewritten(
  vault: VaultContext,
  path: string,
  named: MovedFile | undefined,
  { names, relinked }: { readonly names: FutureNames; readonly relinked: Relinked },
): Promise<Rewrite | null> {
  const before = named?.before ?? (await vault.writer.read(path))
  const result = rewriteLinks(path, named?.text ?? before.text, (link) => {
    const heading = headingOf(link, path, named, names)
    if (!isConcerned(link, path, names)) return { targets: null, heading }
    const change = relinked(placed(link, path, names))
    return { targets: change.kind === 'changes' ? change.targets : null, heading }
  })
  if (result.kind === 'impossible') throw unwritable(path, result.link)
  if (result.count === 0) return null
  // Fails where the file is no text.
  if (!before.isUtf8) await vault.writer.read(path)
  return { path, before: { text: before.text, hash: before.hash }, text: result.text, count: result.count }
}

/** The heading that a link names, if that gets other words. */
function headingOf(
  link: NoteLink,
  path: string,
  named: MovedFile | undefined,
  { headings, before, nameBeforeTitle }: FutureNames,
): HeadingChange | null {
  if (link.heading === null || headings.size === 0) return null
  const source = { path, form: link.form, target: link.target }
  const findHeading = () => {
    const meant = resolveLink(linkKeys(link.target, source), source, before, nameBeforeTitle)
    return meant === null || isFileKind(meant.kind) ? null : headings.get(meant.id)
  }
  const heading = (link.target === '' ? named?.heading : findHeading()) ?? null
  return heading !== null && namesHeading(link, heading) ? heading : null
}

/**
 * False for a link into its own note or to a folder, and for one in a note that stays, which waits for no name that
 * changes: the others are all looked at.
 */
function isConcerned(
  { target, form }: Pick<PlacedLink, 'target' | 'form'>,
  path: string,
  { moved, keys }: FutureNames,
): boolean {
  if (target === '' || target.endsWith('/')) return false
  if (moved.has(path)) return true
  const { exact, relative, name } = linkKeys(target, { path, form })
  return [exact, relative, name].some((key) => key !== null && keys.has(key))
}

function placed(
  { target, form }: Pick<PlacedLink, 'target' | 'form'>,
  path: string,
  { moved }: FutureNames,
): PlacedLink {
  return { target, form, from: path, fromAfter: moved.get(path) ?? path }
}

function unwritable(
  path: string,
  { target, line }: { readonly target: string; readonly line: number },
): VaultError {
  return new VaultError(
    'CONFLICT',
    `The link to "${target}" in ${path}, line ${line}, could not be made to lead to the same note; nothing was changed.`,
    {
      path,
      line_number: line,
      hint: 'Choose a name without [ ] | # ^, or change that link by hand first.',
    },
  )
}
