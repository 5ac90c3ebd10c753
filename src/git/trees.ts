import { randomUUID } from 'node:crypto'
import { inOwnIndex, type OwnIndex } from './own-index.ts'
import type { Repository } from './repository.ts'

/** What one tree has in another way than the other. */
export interface TreeChange {
  /** `A` added, `M` changed, `D` removed, `R` renamed, `T` another kind of file. */
  readonly status: string
  readonly path: string
  /** False where either side has a link or a repository of its own at this path. */
  readonly isPlainFile: boolean
  /** Whether nothing but its mode differs. */
  readonly isSameText: boolean
  /** Whether it is to be run; null where that stays as it is, or as a new file has it. */
  readonly isExecutable: boolean | null
  /** Where it was, of a file that was renamed. */
  readonly from: string | null
  /** Null where there was or will be none. */
  readonly before: Entry | null
  readonly after: Entry | null
}

export async function diffTrees(
  repository: Repository,
  from: string,
  to: string,
  { renames = false }: { readonly renames?: boolean } = {},
): Promise<readonly TreeChange[]> {
  const { stdout } = await repository.git([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    renames ? '--find-renames' : '--no-renames',
    from,
    to,
    '--',
  ])
  const fields = stdout.split('\0')
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < fields.length;) {
    // `:100644 120000 HASH HASH T`, then the path, or two of a file that was renamed.
    const [before = '', after = '', old = '', now = '', status = ''] = (fields[at] ?? '').slice(1).split(' ')
    const first = fields[at + 1] ?? ''
    const isRenamed = status.startsWith('R')
    changes.push({
      status: status.slice(0, 1),
      path: isRenamed ? (fields[at + 2] ?? '') : first,
      isPlainFile: [before, after].every((mode) => mode === '000000' || mode.startsWith('100')),
      isSameText: old === now,
      isExecutable: modeChange(before, after),
      from: isRenamed ? first : null,
      before: before === '000000' ? null : { mode: before, object: old },
      after: after === '000000' ? null : { mode: after, object: now },
    })
    at += isRenamed ? 3 : 2
  }
  return changes
}

function modeChange(before: string, after: string): boolean | null {
  if (after === '100755') return before === after ? null : true
  return before === '100755' && after === '100644' ? false : null
}

export async function listTree(repository: Repository, tree: string): Promise<readonly string[]> {
  const { stdout } = await repository.git(['ls-tree', '-r', '-z', '--name-only', tree])
  return stdout.split('\0').filter((path) => path !== '')
}

/**
 * A file's text in a tree or a commit, as git would put it into the work tree; null where it is not there, is no text, or
 * is no file.
 */
export async function readBlob(repository: Repository, tree: string, path: string): Promise<string | null> {
  return onlyText(await catFile(repository, [`${tree}:${path}`]))
}

async function catFile(repository: Repository, args: readonly string[]): Promise<string | null> {
  const { code, stdout } = await repository.git(['cat-file', '--filters', ...args], { expected: [128] })
  return code === 0 ? stdout : null
}

/** Null for bytes that are no UTF-8. */
function onlyText(content: string | null): string | null {
  return content?.isWellFormed() === true ? content : null
}

/**
 * The texts of files in a tree or a commit, by path, as git would put them into the work tree, with few calls of git's;
 * without what is not there, is no text, or is no file.
 */
export async function readBlobs(
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const contents = await readContents(repository, tree, paths)
  return new Map([...contents].filter(([, content]) => content.isWellFormed()))
}

/** As `readBlobs`, with files that are no UTF-8: each such byte is a lone surrogate. */
export async function readContents(
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const entries = [...(await listEntries(repository, tree, paths))]
  const contents = await readEach(
    repository,
    entries.map(([path, entry]) => ({ path, ...entry })),
  )
  return new Map(
    entries.flatMap(([path], at) => {
      const content = contents[at] ?? null
      return content === null ? [] : [[path, content]]
    }),
  )
}

/** The text before and after each change, with few calls of git's; null where there is none, or no file. */
export async function readChanges(
  repository: Repository,
  changes: readonly TreeChange[],
): Promise<readonly { readonly before: string | null; readonly after: string | null }[]> {
  const contents = await readEach(
    repository,
    changes.flatMap(({ from, path, before, after }) => [
      { path: from ?? path, ...(before ?? none) },
      { path, ...(after ?? none) },
    ]),
  )
  const texts = contents.map(onlyText)
  return changes.map((_, at) => ({ before: texts[2 * at] ?? null, after: texts[2 * at + 1] ?? null }))
}

const none: Entry = { mode: '000000', object: '' }

/** What objects hold, by the paths that they have or had; null for what is no file. */
async function readEach(
  repository: Repository,
  files: readonly (Entry & { readonly path: string })[],
): Promise<readonly (string | null)[]> {
  const contents = new Map<number, string | null>()
  const rows = [...files.entries()].filter(([, { mode }]) => mode.startsWith('100'))
  for (let first = 0; first < rows.length; first += mostPaths) {
    // git is given a file a line.
    const some = rows.slice(first, first + mostPaths).filter(([, { path }]) => !path.includes('\n'))
    const asked = some.map(([, { path, object }]) => `${object} ${path}`)
    const found = await readBatch(repository, asked, ['--filters'])
    if (found === null) continue
    for (const [number, [at]] of some.entries()) contents.set(at, found[number] ?? null)
  }
  for (const [at, { path, object }] of rows)
    if (!contents.has(at)) contents.set(at, await catFile(repository, [`--path=${path}`, object]))
  return files.map((_, at) => contents.get(at) ?? null)
}

/** What git keeps as these objects, to the byte; null for what it lacks or is no text. */
export async function readObjects(
  repository: Repository,
  objects: readonly string[],
): Promise<readonly (string | null)[]> {
  return (await readBatch(repository, objects, []))?.map(onlyText) ?? objects.map(() => null)
}

/** What git has for these lines; null where it lacks one. */
async function readBatch(
  repository: Repository,
  asked: readonly string[],
  options: readonly string[],
): Promise<readonly string[] | null> {
  const mark = `${randomUUID()} `
  const { stdout } = await repository.git(['cat-file', `--batch=${mark}%(objectname)`, ...options], {
    input: asked.map((line) => `${line}\n`).join(''),
  })
  const found = stdout.split(mark).slice(1)
  // What git lacks it names in a line of its own, which is no part of the text before.
  if (found.length !== asked.length) return null
  return found.map((told) => told.slice(told.indexOf('\n') + 1, -1))
}

/** In bytes; more than any for what git lacks. */
export async function sizesOf(
  repository: Repository,
  objects: readonly string[],
): Promise<readonly number[]> {
  const { stdout } = await repository.git(['cat-file', '--batch-check=%(objectsize)'], {
    input: objects.map((object) => `${object}\n`).join(''),
  })
  return stdout.split('\n').map((row) => (/^\d+$/.test(row) ? Number(row) : Infinity))
}

/** The object that a text of the work tree becomes, as git takes it in at a path. */
export async function blobOf(
  from: Pick<OwnIndex, 'git'>,
  path: string,
  input: string,
  { isKept = false }: { readonly isKept?: boolean } = {},
): Promise<string> {
  const write = isKept ? ['-w'] : []
  return (await from.git(['hash-object', ...write, '--stdin', `--path=${path}`], { input })).stdout.trim()
}

/** The one commit that a name means, from outside too; null where there is none. */
export async function commitOf(repository: Repository, revision: string): Promise<string | null> {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { stdout } = await repository.git(asked, { expected: [1, 128] })
  // git also takes `^main`, which means all that is not in it.
  return /^[0-9a-f]+$/.exec(stdout.trim())?.[0] ?? null
}

/** What several names mean, each null where there is nothing. */
export async function objectsOf(
  repository: Repository,
  names: readonly string[],
): Promise<readonly (string | null)[]> {
  const { stdout } = await repository.git(['cat-file', '--batch-check=%(objectname)'], {
    // No name of git's goes over two lines, of which each would be one.
    input: names.map((name) => `${name.includes('\n') ? '' : name}\n`).join(''),
  })
  const rows = stdout.split('\n')
  return names.map((_, at) => /^[0-9a-f]+$/.exec(rows[at] ?? '')?.[0] ?? null)
}

/** The tree that holds nothing. */
export async function emptyTree(repository: Repository): Promise<string> {
  return (await repository.git(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' })).stdout.trim()
}

/** A file as a tree or an index has it. */
export interface Entry {
  readonly mode: string
  readonly object: string
}

// A command line has room for so many paths.
const mostPaths = 500

/** What a tree has of these paths. */
export async function listEntries(
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const list = async (asked: readonly string[], isWanted: (path: string) => boolean) => {
    const { stdout } = await repository.git(['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', ...asked])
    for (const row of stdout.split('\0')) {
      const { mode, object, path } = /^(?<mode>\d+) \w+ (?<object>\w+)\t(?<path>.+)$/s.exec(row)?.groups ?? {}
      if (mode && object && path && isWanted(path)) entries.set(path, { mode, object })
    }
  }
  const wanted = new Set(paths)
  const named = [...wanted].filter((path) => path.isWellFormed())
  for (let at = 0; at < named.length; at += mostPaths)
    await list([tree, '--', ...named.slice(at, at + mostPaths)], () => true)
  // A name that is no UTF-8 cannot be an argument.
  if (named.length < wanted.size) await list(['-r', tree], (path) => wanted.has(path))
  return entries
}

/**
 * What is staged otherwise than in a commit or tree; of a file that is to be gone the object is all zeros. What is only meant to
 * be added (`git add -N`) has nothing staged.
 */
export async function stagedEntries(
  repository: Repository,
  tree: string,
): Promise<ReadonlyMap<string, Pick<Entry, 'object'>>> {
  const { stdout } = await repository.git([
    'diff-index',
    '--cached',
    '--ita-invisible-in-index',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    tree,
    '--',
  ])
  const fields = stdout.split('\0')
  const staged = new Map<string, Pick<Entry, 'object'>>()
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , , object = ''] = (fields[at] ?? '').split(' ')
    staged.set(fields[at + 1] ?? '', { object })
  }
  return staged
}

/** Files that are committed and that a sparse checkout leaves out of the work tree. */
export async function leftOut(repository: Repository): Promise<ReadonlySet<string>> {
  if (repository.setting('core.sparsecheckout') !== 'true') return new Set()
  const { stdout } = await repository.git(['ls-files', '-t', '-z'])
  return new Set(stdout.split('\0').flatMap((row) => (row.startsWith('S ') ? [row.slice(2)] : [])))
}

/** A tree with other texts at some of its paths. */
export async function withTexts(
  repository: Repository,
  tree: string,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  if (texts.size === 0) return tree
  const known = await listEntries(repository, tree, [...texts.keys()])
  return await inOwnIndex(repository, tree, async (index) => {
    const entries: string[] = []
    for (const [path, input] of texts) {
      const object = await blobOf(index, path, input, { isKept: true })
      entries.push(`${known.get(path)?.mode ?? '100644'} ${object}\t${path}`)
    }
    await index.git(['update-index', '-z', '--index-info'], { input: entries })
    return await index.writeTree()
  })
}
