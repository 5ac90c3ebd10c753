import type { NoteTrail } from '../changes/change-log.ts'
import { findCommit, nameAt, noteCommits, type NamedCommit, type NoteCommit } from '../git/note-commits.ts'
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
  const { identifier, revision, signal } = wanted
  const isChange = namesChange(revision)
  const moment = isChange ? null : wanted.moment
  const trail = await trailOrPath(vault, identifier)
  const own =
    moment === null ? await atChange(vault, trail, revision) : await lastChange(vault, trail, moment)
  if (own !== null && moment === null) return own
  const { inGit, isInRepository, trouble } = isChange
    ? { inGit: null, isInRepository: true, trouble: null }
    : await askGit({ vault, trail, signal }, wanted)
  // flint commits behind the answer: where both are as old, the change is the nearer of the two.
  const isOlder =
    own !== null && inGit !== null && Date.parse(own.origin.time) < Date.parse(inGit.origin.time)
  const found = isOlder ? inGit : (own ?? inGit)
  if (found !== null) return found
  const said =
    trouble !== null
      ? `flint has kept nothing of ${trail.path} at ${revision}, and what git has is not known.`
      : `Nothing is kept of ${trail.path} at ${revision}.`
  throw new VaultError('NOT_FOUND', said, {
    path: trail.path,
    revision,
    hint: [
      trouble !== null
        ? trouble.message
        : !isInRepository
          ? 'The vault is in no git repository: what flint has not changed is not known.'
          : 'Give the id of a change of this note, a date, or a git revision in which it is.',
      { kind: 'list-changes' },
    ],
  })
}

/** Digits alone, which are no year; as many as git shows of a commit may be its hash. */
function namesChange(revision: string): boolean {
  return /^\d{1,6}$/.test(revision.trim())
}

interface Sources {
  readonly vault: VaultContext
  readonly trail: NoteTrail
  readonly repository: Repository
}

interface AskedGit {
  readonly inGit: PastNote | null
  readonly isInRepository: boolean
  /** Why git could not be asked. */
  readonly trouble: VaultError | null
}

async function askGit(
  { vault, trail, signal }: Omit<Sources, 'repository'> & Pick<WantedRevision, 'signal'>,
  { revision, moment }: WantedRevision,
): Promise<AskedGit> {
  try {
    const repository = await Repository.find(vault.root, signal)
    if (repository === null) return { inGit: null, isInRepository: false, trouble: null }
    const sources = { vault, trail, repository }
    const inGit = await (moment === null ? atRevision(sources, revision) : atMoment(sources, moment))
    return { inGit, isInRepository: true, trouble: null }
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'GIT_ERROR') throw error
    return { inGit: null, isInRepository: true, trouble: error }
  }
}

async function atChange(vault: VaultContext, trail: NoteTrail, id: string): Promise<PastNote | null> {
  const step = trail.steps.find(({ change }) => change === id)
  if (step === undefined) return null
  const text = await vault.changes.textOnTrail(trail, id)
  if (text === null) return null
  const { time, tool, actor } = await vault.changes.find(id)
  return { path: step.path, text, origin: { kind: 'change', id, time, tool, by: actor ?? 'unknown' } }
}

/** As the last change before a moment has left it. */
async function lastChange(vault: VaultContext, trail: NoteTrail, moment: string): Promise<PastNote | null> {
  for (const { change } of trail.steps) {
    const { time } = await vault.changes.find(change)
    if (time <= moment) return await atChange(vault, trail, change)
  }
  return null
}

/** As the last commit before a moment has it. */
async function atMoment(sources: Sources, moment: string): Promise<PastNote | null> {
  const { repository } = sources
  const commits = await Promise.all(
    namesOf(sources).map((name) => noteCommits(repository, name, { range: 'HEAD', most: 1, until: moment })),
  )
  const [last] = commits.flat().sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
  return last === undefined ? null : await atCommit(sources, last)
}

async function atRevision(sources: Sources, revision: string): Promise<PastNote | null> {
  const { vault, repository } = sources
  const found = await (vault.scope === null ? findCommit(repository, revision) : ownCommit(sources, revision))
  return found === null ? null : await atCommit(sources, found)
}

async function atCommit(
  sources: Sources,
  { commit, time, author, subject }: NamedCommit,
): Promise<PastNote | null> {
  const { vault, repository } = sources
  const name = await nameAt(repository, commit, namesOf(sources))
  if (name === null || !repository.isInVault(name)) return null
  const path = repository.withinVault(name)
  // In the words for what nobody has kept: that it lay outside is not told.
  if (vault.scope?.includes(path) === false) return null
  const text = await readBlob(repository, commit, name)
  return text === null ? null : { path, text, origin: { kind: 'commit', commit, time, by: author, subject } }
}

/**
 * A commit that touched the note, by the beginning of its hash. Whoever sees a part of the vault is told of no other: revisions as
 * git takes them ask for branches, and for words in the messages of all commits.
 */
async function ownCommit(sources: Sources, revision: string): Promise<NoteCommit | null> {
  const hash = revision.trim().toLowerCase()
  if (!/^[0-9a-f]{7,64}$/.test(hash)) return null
  const commits = await Promise.all(
    namesOf(sources).map((name) =>
      noteCommits(sources.repository, name, { range: 'HEAD', most: mostCommits }),
    ),
  )
  return commits.flat().find(({ commit }) => commit.startsWith(hash)) ?? null
}

const mostCommits = 100_000

/** What the note is and was called as far as flint knows, the present name first; from the top of the work tree. */
function namesOf({ trail, repository }: Sources): readonly string[] {
  const names = [trail.path, ...trail.steps.flatMap(({ path, from }) => [path, from])]
  return [...new Set(names)].map(repository.fromVault)
}
