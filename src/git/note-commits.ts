import { randomUUID } from 'node:crypto'
import type { Repository } from './repository.ts'
import { commitOf } from './trees.ts'

/** A commit, and what it says of itself. */
export interface NamedCommit {
  readonly commit: string
  /** ISO 8601. */
  readonly time: string
  readonly author: string
  readonly subject: string
}

/** A commit that touched a note. */
export interface NoteCommit extends NamedCommit {
  /** What the commit says of changes of flint's in it: the key of a history and an id. */
  readonly changes: readonly string[]
  /** What the note is called in it, from the top of the work tree; null where it was removed. */
  readonly path: string | null
  /** What it was called before. */
  readonly from: string | null
}

/** A line for each field: git tells none of them in two. */
const fields = '%H%n%aI%n%an%n%s%n%(trailers:key=Flint-Change,valueonly,unfold,separator=%x2C)'

interface Asked {
  /** Commits that lead there, as git takes it; never from outside. */
  readonly range: string
  readonly most: number
  /** Only commits until then, ISO 8601. */
  readonly until?: string
}

/**
 * The commits that touched a note, newest first, under the names that it had before; none where nothing is committed yet. `GIT_ERROR`
 * where git cannot tell.
 */
export async function noteCommits(
  repository: Repository,
  path: string,
  { range, most, until }: Asked,
): Promise<readonly NoteCommit[]> {
  // What a commit says of itself is a stranger's, and may hold every sign but what nobody can guess.
  const mark = randomUUID()
  const log = [
    'log',
    '--follow',
    '--find-renames',
    '-z',
    `--max-count=${most}`,
    ...(until === undefined ? [] : [`--until=${until}`]),
    `--format=${mark}${fields}${mark}`,
    '--name-status',
    '--end-of-options',
    range,
    '--',
    `:(top,literal)${path}`,
  ]
  const first = await repository.git(log, { expected: [128] })
  if (first.code !== 0 && !(await hasCommit(repository))) return []
  // Asked anew, the failure carries git's own words.
  const { stdout } = first.code === 0 ? first : await repository.git(log)
  const parts = stdout.split(mark).slice(1)
  return parts.flatMap((told, at) => (at % 2 === 0 ? [readCommit(told, parts[at + 1] ?? '')] : []))
}

async function hasCommit(repository: Repository): Promise<boolean> {
  const { code } = await repository.git(['rev-parse', '--verify', '--quiet', 'HEAD'], { expected: [1] })
  return code === 0
}

/** Of what a commit says of itself, and of what it did to the note: a status and one name or two, each behind a zero byte. */
function readCommit(told: string, done: string): NoteCommit {
  const [commit = '', time = '', author = '', subject = '', changes = ''] = told.split('\n')
  const [status = '', first = '', second] = done.replace(/^[\0\n]+/, '').split('\0')
  const isMoved = /^[RC]/.test(status)
  return {
    commit,
    time,
    author,
    subject,
    changes: changes.split(',').filter((change) => change !== ''),
    path: status === 'D' ? null : isMoved ? (second ?? first) : first,
    from: isMoved ? first : null,
  }
}

/** What a note of the present was called in a commit, or of what it was called at other times the first that is there. */
export async function nameAt(
  repository: Repository,
  commit: string,
  names: readonly string[],
): Promise<string | null> {
  for (const name of names) {
    const since = await noteCommits(repository, name, { range: `${commit}..HEAD`, most: 100_000 })
    const then = since.findLast(({ from }) => from !== null)?.from ?? name
    if (await isThere(repository, commit, then)) return then
  }
  return null
}

async function isThere(repository: Repository, commit: string, path: string): Promise<boolean> {
  const { code } = await repository.git(['cat-file', '-e', `${commit}:${path}`], { expected: [1, 128] })
  return code === 0
}

/** The commit that a person names: a hash, a branch, a tag, `HEAD~3`; null where there is none. */
export async function findCommit(repository: Repository, revision: string): Promise<NamedCommit | null> {
  const commit = await commitOf(repository, revision)
  if (commit === null) return null
  const { stdout } = await repository.git(['show', '--no-patch', '--format=%aI%n%an%n%s', commit, '--'])
  const [time = '', author = '', subject = ''] = stdout.split('\n')
  return { commit, time, author, subject }
}
