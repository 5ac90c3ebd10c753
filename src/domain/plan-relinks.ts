import { setImmediate as nextTurn } from 'node:timers/promises'
import { leadsInto } from '../markdown/edit/aim-self-links.ts'
import { rewriteLinks, type LinkChange, type RewrittenLinks } from '../markdown/edit/rewrite-links.ts'
import { namesHeading, type HeadingChange } from '../markdown/edit/write-heading.ts'
import { openLinkGraph, type GraphLink, type LinkGraph } from '../index-db/link-graph.ts'
import { letHeapsGrow } from '../runtime/heap-growth.ts'
import { isFileKind } from '../model/link-names.ts'
import { folderOf } from '../model/note-path.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import { relink, type PlacedLink, type Relink } from '../model/relink.ts'
import { linkKeys, resolveLink } from '../model/resolve-link.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileVersion } from '../changes/change-plan.ts'
import { inPieces, pathToSay, readLinks, type SaidChange, type SaidLink } from '../text-work/link-jobs.ts'
import { isLong } from '../text-work/text-work.ts'
import { isRawDocument } from '../vault/raw-path.ts'
import { requireEditable } from '../vault/note-writer.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { tooLong } from '../files/file-errors.ts'
import { futureNames, refuseTwins, withNames, type FutureNames, type NamedFile } from './future-names.ts'
import { hasLinks, type MadeNote, type MovedFile, type MovedFolder } from './moved-files.ts'

/** A note or canvas with links that have to be rewritten. */
interface Rewrite {
  /** Before the plan. */
  readonly path: string
  readonly before: FileVersion
  readonly text: string
  readonly count: number
}

// So many files are read at once.
const readsAtOnce = 16
/** From so many on a change needs much memory for a moment. */
const manyNotes = 100

/**
 * Which links must be rewritten once these files and folders lie elsewhere or have other titles, and these notes are made.
 * The index tells which notes to read: those with links that wait for a name that changes, and those that move. What they
 * are given to say is found in their text as it is on disk. `made` has the texts of the new notes, in their order.
 */
export async function planRelinks(
  vault: VaultContext,
  files: readonly MovedFile[],
  folders: readonly MovedFolder[],
  newNotes: readonly MadeNote[] = [],
) {
  const namedFiles: NamedFile[] = []
  for (const file of files) namedFiles.push(await withNames(vault, file))
  const namedNotes: NamedFile[] = []
  for (const note of newNotes) namedNotes.push(await withNames(vault, { ...note, heading: null }))
  // The links of a long note are looked at in its text, where they are counted once for each thing that they say.
  const long = new Set(files.filter(({ text }) => isLong(text)).map(({ from }) => from))
  return await vault.index.queryWhole(async ({ db }) => {
    const { names, relinked, affected, healed } = db.transaction(() => {
      const graph = openLinkGraph(db)
      const future = futureNames(graph, namedFiles, folders, vault, namedNotes)
      refuseTwins(future)
      const remembered = rememberRelinks(future)
      return {
        names: future,
        relinked: remembered,
        ...affectedBy(graph, future, remembered, { scope: vault.scope, long }),
      }
    })()
    const named = new Map(files.map((file) => [file.from, file]))
    const paths = new Set([
      ...affected,
      ...files
        .filter(isEditable)
        .filter(hasOwnLinks(vault))
        .map(({ from }) => from),
    ])
    for (const path of names.leaving) paths.delete(path)
    const rewrites = new Map<string, Rewrite>()
    // What moves and is too long to be edited, though links in it may have to be.
    const left = new Set(
      files
        .filter((file) => !isEditable(file) && hasLinks(file.from))
        .filter(({ from }) => names.moved.has(from) && !names.leaving.has(from))
        .map(({ from }) => from),
    )
    let healedInLong = 0
    const waiting = [...paths].sort()
    if (waiting.length >= manyNotes) letHeapsGrow()
    for (let start = 0; start < waiting.length; start += readsAtOnce) {
      const some = waiting.slice(start, start + readsAtOnce)
      const found = await Promise.all(
        some.map((path) => {
          const made = newNotes.filter(({ from }) => from === path)
          return rewritten(vault, path, named.get(path), { names, relinked, made })
        }),
      )
      for (const { rewrite, healed: healedHere, isLeft } of found) {
        if (rewrite !== null) rewrites.set(rewrite.path, rewrite)
        if (isLeft !== null) left.add(isLeft)
        healedInLong += healedHere
      }
    }
    const made: string[] = []
    for (const note of newNotes) made.push(await textOfMade(vault, note, { names, relinked }))
    return { rewrites, made, healed: healed + healedInLong, moved: names.moved, left: [...left] }
  })
}

function isEditable({ before }: MovedFile): boolean {
  return before.cutFrom === null
}

/** A document that stays among documents has no links to rewrite. */
function hasOwnLinks({ watchesRaw }: VaultContext): (file: MovedFile) => boolean {
  return ({ from, to }) => hasLinks(from) && !(watchesRaw && isRawDocument(from) && isRawDocument(to))
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
  { scope, long }: Pick<VaultContext, 'scope'> & { readonly long: ReadonlySet<string> },
): { readonly affected: ReadonlySet<string>; readonly healed: number } {
  const links = new Map<number, GraphLink>()
  for (const key of names.keys) for (const link of graph.linksWaitingFor(key)) links.set(link.id, link)
  for (const source of names.sources)
    if (!long.has(source.path)) for (const link of graph.linksFrom(source)) links.set(link.id, link)
  const affected = new Set<string>()
  let healed = 0
  const isSeen = (path: string) => scope === null || scope.includes(path)
  for (const link of links.values()) {
    if (names.leaving.has(link.from)) continue
    const { kind } = relinked(placed(link, link.from, names))
    if (kind === 'changes') affected.add(link.from)
    // A caller learns nothing about notes it may not see.
    if (kind === 'heals' && isSeen(link.from) && !long.has(link.from)) healed += 1
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
  {
    names,
    relinked,
    made,
  }: {
    readonly names: FutureNames
    readonly relinked: Relinked
    /** The notes that parts of this one become. */
    readonly made: readonly MadeNote[]
  },
) {
  const before = named?.before ?? (await vault.writer.readAsIs(path))
  if (before.cutFrom !== null) {
    if (names.moved.has(path)) return { rewrite: null, healed: 0, isLeft: path }
    throw tooLong(
      path,
      before.cutFrom.bytes,
      'It links to what would move. Change that link with an editor first.',
    )
  }
  if (named === undefined) requireEditable(before)
  const changeOf = (link: SaidLink): JudgedLink => {
    const followed = made.find((note) => meansPart(link, note, names))
    if (followed !== undefined) return leadingTo(followed, link, path)
    const heading = headingOf(link, path, named, names)
    if (!isConcerned(link, path, names)) return { targets: null, heading, heals: false }
    const change = relinked(placed(link, path, names))
    if (change.kind === 'changes') refuseTelling(vault, link, path, names)
    const targets = change.kind === 'changes' ? change.targets : null
    return { targets, heading, heals: change.kind === 'heals' }
  }
  const { result, healed } = await rewriteIn(vault, path, named?.text ?? before.text, changeOf)
  if (result.kind === 'impossible') throw unwritable(path, result.link)
  const healedHere = named === undefined ? 0 : healed
  if (result.count === 0) return { rewrite: null, healed: healedHere, isLeft: null }
  requireEditable(before)
  const version = { text: before.text, hash: before.hash }
  const rewrite: Rewrite = { path, before: version, text: result.text, count: result.count }
  return { rewrite, healed: healedHere, isLeft: null }
}

/** The text of a new note, whose links lead where they led in the note that it was a part of. */
async function textOfMade(
  vault: VaultContext,
  note: MadeNote,
  { names, relinked }: { readonly names: FutureNames; readonly relinked: Relinked },
): Promise<string> {
  const { from, to, text } = note
  const { result } = await rewriteIn(vault, to, text, (link) => {
    if (meansPart(link, note, names)) return leadingTo(note, link, to)
    const change = leadsElsewhere(link) ? relinked({ ...link, from, fromAfter: to }) : null
    const isChanged = change?.kind === 'changes'
    if (isChanged) refuseTelling(vault, link, from, names)
    return { targets: isChanged ? change.targets : null, heading: null, heals: change?.kind === 'heals' }
  })
  if (result.kind === 'impossible') throw unwritable(to, result.link)
  return result.text
}

/** Whether a link of the note that loses a part names that note, and a heading or block of the part. */
function meansPart(link: SaidLink, { from, parts }: MadeNote, { before }: FutureNames): boolean {
  if (!leadsElsewhere(link) || !leadsInto(link, parts)) return false
  const source = { path: from, form: link.form, target: link.target }
  return resolveLink(linkKeys(link.target, source), source, before)?.path === from
}

function leadingTo({ to }: MadeNote, link: SaidLink, path: string): JudgedLink {
  return { targets: [pathToSay(link, path, to)], heading: null, heals: false }
}

/** A link by name to what its reader may not see gets no path: that would tell where it lies. */
function refuseTelling(
  { scope }: VaultContext,
  { target, form }: SaidLink,
  path: string,
  { before }: FutureNames,
): void {
  if (scope === null) return
  const source = { path, form, target }
  const meant = resolveLink(linkKeys(target, source), source, before)
  if (meant === null || meant.kind.endsWith('path') || scope.includes(meant.path)) return
  throw new OutsideScope(scope)
}

interface JudgedLink extends LinkChange {
  readonly heals: boolean
}

/** Of a long text each link that says something else is thought about once; how many heal is counted there alone. */
async function rewriteIn(
  { textWork }: VaultContext,
  path: string,
  text: string,
  changeOf: (link: SaidLink) => JudgedLink,
): Promise<{ readonly result: RewrittenLinks; readonly healed: number }> {
  if (!isLong(text)) return { result: rewriteLinks(path, text, changeOf), healed: 0 }
  const changes: string[] = []
  let healed = 0
  for (const piece of await textWork.run('listSaidLinks', text, { path })) {
    await nextTurn()
    const changed: SaidChange[] = []
    for (const { count, ...link } of readLinks(piece)) {
      const { heals, ...change } = changeOf(link)
      if (change.targets !== null || change.heading !== null) changed.push({ ...link, change })
      if (heals) healed += count
    }
    changes.push(...inPieces(changed))
  }
  return { result: await textWork.run('rewriteSaidLinks', text, { path, changes }), healed }
}

/** The heading that a link names, if that gets other words. */
function headingOf(
  link: SaidLink,
  path: string,
  named: MovedFile | undefined,
  { headings, before }: FutureNames,
): HeadingChange | null {
  if (link.heading === null || headings.size === 0) return null
  const source = { path, form: link.form, target: link.target }
  const findHeading = () => {
    const meant = resolveLink(linkKeys(link.target, source), source, before)
    return meant === null || isFileKind(meant.kind) ? null : headings.get(meant.id)
  }
  const heading = (link.target === '' ? named?.heading : findHeading()) ?? null
  return heading !== null && namesHeading(link, heading) ? heading : null
}

/** False for a link that leads nowhere else, and for one in a note that stays, which waits for no name that changes. */
function isConcerned(
  { target, form }: Pick<PlacedLink, 'target' | 'form'>,
  path: string,
  { moved, keys }: FutureNames,
): boolean {
  if (!leadsElsewhere({ target })) return false
  if (moved.has(path)) return true
  const { exact, relative, name } = linkKeys(target, { path, form })
  return [exact, relative, name].some((key) => key !== null && keys.has(key))
}

/** False for a link into its own note or to a folder. */
function leadsElsewhere({ target }: Pick<PlacedLink, 'target'>): boolean {
  return target !== '' && !target.endsWith('/')
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
      hint: 'Choose another name or folder, none with [ ] | # ^ or %%, or change that link by hand first.',
    },
  )
}
