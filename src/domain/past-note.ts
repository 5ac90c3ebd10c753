import type { NoteTrail } from '../changes/change-log.ts'
import { findCommit, nameAt, noteCommits } from '../git/note-commits.ts'
import { Repository } from '../git/repository.ts'
import { readBlob } from '../git/trees.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import { trailOrPath } from './trail-or-path.ts'

/** A note as it was. */
export interface PastNote {
  /** What it was called then. */
  readonly path: string
  readonly text: string
  readonly origin: PastOrigin
}

export type PastOrigin = { readonly time: string; readonly by: string } & (
  | { readonly kind: 'change'; readonly id: string; readonly tool: string }
  | { readonly kind: 'commit'; readonly commit: string; readonly subject: string }
)

export interface WantedRevision {
  readonly identifier: string
  /** A change's id, or what git knows of. */
  readonly revision: string
  /** The moment that is meant, where the revision is a date: ISO 8601. */
  readonly moment: string | null
  readonly signal: AbortSignal
}

/**
 * A note as a change has left it, as it was at a moment, or as it stands in a commit, under the name that it had then.
 * NOT_FOUND where nobody has kept that.
 */
export async function readPastNote(vault: VaultContext, wanted: WantedRevision): Promise<PastNote> {
  const { identifier, revision, moment, signal } = wanted
  const trail = await trailOrPath(vault, identifier)
  const looked = await Repository.find(vault.root, signal).catch((error: unknown) => {
    if (error instanceof VaultError) return error
    throw error
  })
  const repository = looked instanceof VaultError ? null : looked
  const sources = { vault, trail, repository }
  const found =
    moment !== null
      ? await atMoment(sources, moment)
      : ((await atChange(sources, revision)) ?? (await atCommit(sources, revision)))
  if (found !== null) return found
  const said =
    looked instanceof VaultError
      ? `flint has kept nothing of ${trail.path} at ${revision}, and what git has is not known.`
      : `Nothing is kept of ${trail.path} at ${revision}.`
  throw new VaultError('NOT_FOUND', said, {
    path: trail.path,
    revision,
    hint: [
      looked instanceof VaultError
        ? looked.message
        : looked === null
          ? 'The vault is in no git repository: what flint has not changed is not known.'
          : 'Give the id of a change of this note, a date, or a git revision in which it is.',
      { kind: 'list-changes' },
    ],
  })
}

interface Sources {
  readonly vault: VaultContext
  readonly trail: NoteTrail
  readonly repository: Repository | null
}

async function atChange({ vault, trail }: Sources, id: string): Promise<PastNote | null> {
  const step = trail.steps.find(({ change }) => change === id)
  if (step === undefined) return null
  const text = await vault.changes.textOnTrail(trail, id)
  if (text === null) return null
  const { time, tool, actor } = await vault.changes.find(id)
  return { path: step.path, text, origin: { kind: 'change', id, time, tool, by: actor ?? 'unknown' } }
}

/** From what is known of the time before, the later: a change of flint's or a commit. */
async function atMoment(sources: Sources, moment: string): Promise<PastNote | null> {
  const { vault, trail, repository } = sources
  let last: PastNote | null = null
  for (const { change } of trail.steps) {
    const { time } = await vault.changes.find(change)
    if (time > moment) continue
    last = await atChange(sources, change)
    break
  }
  if (repository === null) return last
  const commits = await Promise.all(
    namesOf(sources, repository).map((name) =>
      noteCommits(repository, name, { range: 'HEAD', most: 1, until: moment }),
    ),
  )
  const commit = commits.flat().sort((a, b) => Date.parse(b.time) - Date.parse(a.time))[0]
  if (commit === undefined) return last
  // flint commits behind the answer: the change is the nearer of the two.
  if (last !== null && Date.parse(last.origin.time) >= Date.parse(commit.time)) return last
  return (await atCommit(sources, commit.commit)) ?? last
}

async function atCommit(sources: Sources, revision: string): Promise<PastNote | null> {
  const { vault, repository } = sources
  const found = repository === null ? null : await findCommit(repository, revision)
  if (repository === null || found === null) return null
  const name = await nameAt(repository, found.commit, namesOf(sources, repository))
  if (name === null || !repository.isInVault(name)) return null
  const path = repository.withinVault(name)
  vault.scope?.checkRead(path)
  const text = await readBlob(repository, found.commit, name)
  const { commit, time, author, subject } = found
  return text === null ? null : { path, text, origin: { kind: 'commit', commit, time, by: author, subject } }
}

/** What the note is and was called as far as flint knows, the present name first; from the top of the work tree. */
function namesOf({ trail }: Sources, repository: Repository): readonly string[] {
  const names = [trail.path, ...trail.steps.flatMap(({ path, from }) => [path, from])]
  return [...new Set(names)].map(repository.fromVault)
}
