import { unifiedDiff } from '../markdown/text/unified-diff.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { VaultError } from '../model/vault-error.ts'
import type { FileChange } from './change-plan.ts'
import { ForeseenFiles } from './foreseen-files.ts'
import { checkChanges, type PlanProblem } from './check-changes.ts'
import { describeDamage, type HistoryDamage } from './history-damage.ts'
import { changesInTheWay } from './changes-in-the-way.ts'
import { changesAfter, noteSteps, type TrailStep } from './note-trail.ts'
import { planUndo } from './plan-undo.ts'
import type { RecordedChange, RecordedStep, StepPaths } from './recorded-change.ts'
import { reportChanges } from './report-changes.ts'
import { showChange, type ShownChange, textOfChange } from './show-change.ts'
import { tellStep } from './tell-step.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { announce, writeChanges, type WriteDoor, type WriteOutcome } from './write-changes.ts'
import { beginning } from '../model/whole-characters.ts'

/** A change with the first of the files it touched. */
export interface ListedChange extends RecordedChange {
  readonly named: readonly StepPaths[]
}

interface Asked {
  readonly identifier?: string | undefined
  /** ISO 8601 in UTC. */
  readonly since: string | null
  /** Whole (`client claude-code`), without its kind, or `unknown`; everybody's when left out. */
  readonly actor?: string | undefined
  readonly limit: number
  readonly offset: number
}

/** What touched one note. */
export interface NoteTrail {
  readonly path: string
  /** Newest first. */
  readonly steps: readonly TrailStep[]
}

export interface UndoOptions {
  /** The tool name of the undo in the history. */
  readonly tool: string
  readonly dryRun: boolean
}

/** What became of one of several changes. */
export interface UndoneChange extends Pick<WriteOutcome, 'reports'> {
  readonly id: string
  /** The change that has undone it; null where none has. */
  readonly undoId: string | null
  readonly refused: VaultError | null
}

/** The vault as it will be once these changes are undone. */
interface Foreseen {
  readonly files: ForeseenFiles
  readonly undone: ReadonlySet<string>
}

const mostNamed = 20
/** A damaged history that was set aside, as far as this caller may know. */
export interface KnownDamage extends Partial<Pick<HistoryDamage, 'file' | 'kept' | 'lost'>> {
  readonly time: string
  readonly message: string
}

const mostDiffChars = 6_000
const mostLookedThrough = 1_000_000

/** Lists what was changed in a vault and undoes it. */
export class ChangeLog {
  readonly #door: WriteDoor
  readonly #findNote: (identifier: string) => Promise<string>
  readonly #expectOver: (change: RecordedChange) => Promise<void>

  /** `findNote` resolves an identifier to a note; `expectOver` rejects where a change is part of work under way. */
  constructor(
    door: WriteDoor,
    findNote: (identifier: string) => Promise<string>,
    expectOver: (change: RecordedChange) => Promise<void> = () => Promise.resolve(),
  ) {
    this.#door = door
    this.#findNote = findNote
    this.#expectOver = expectOver
  }

  /** Changes, newest first: all of them, or those of one note under every name it has had. */
  async list(asked: Asked): Promise<{ readonly changes: readonly ListedChange[]; readonly total: number }> {
    return await this.#sound(async () => {
      const { identifier, since, actor, limit, offset } = asked
      const { history, scope } = this.#door
      const ids = identifier === undefined ? null : idsOf((await this.#trail(identifier)).steps)
      const wanted = { since, actor, ids }
      if (scope === undefined) {
        const { changes, total } = await history.list({ ...wanted, limit, offset })
        return { changes: await this.#named(changes), total }
      }
      const all = (await history.list({ ...wanted, limit: mostLookedThrough, offset: 0 })).changes
      const within = await this.#within(all.map(({ id }) => id))
      const changes = all.filter(({ id }) => within.has(id))
      return { changes: await this.#named(changes.slice(offset, offset + limit)), total: changes.length }
    })
  }

  /**
   * Undoes a change, all of it or nothing; the undo is itself a change that can be undone. CONFLICT, with what has
   * changed since, when a file is no longer as the change left it. `foresee` is asked what the plan will cause while
   * everything is still as it was.
   */
  async undo<Facts>(
    id: string,
    { tool, dryRun }: UndoOptions,
    foresee: (changes: readonly FileChange[]) => Promise<Facts>,
  ): Promise<WriteOutcome & { readonly undone: RecordedChange; readonly facts: Facts }> {
    if (dryRun) {
      const { undone, changes } = await this.#sound(() => this.#plan(id))
      announce(this.#door, changes)
      return { undone, facts: await foresee(changes), changeId: null, reports: await reportChanges(changes) }
    }
    return await this.#door.locked(async (lock) => {
      const { undone, changes } = await this.#door.history.caringly(() => this.#plan(id))
      const facts = await foresee(changes)
      return { undone, facts, ...(await writeChanges(this.#door, lock, tool, changes, { undoes: id })) }
    })
  }

  /** Changes that are neither undone nor undos, newest first. */
  async open(asked: Pick<Asked, 'since' | 'actor'>): Promise<readonly ListedChange[]> {
    const { changes } = await this.list({ ...asked, limit: mostLookedThrough, offset: 0 })
    return changes.filter(
      ({ state, undoes, undoneBy }) => state === 'done' && undoes === null && undoneBy === null,
    )
  }

  /** A change with the first of the files it touched; NOT_FOUND for what the history has not. */
  async find(id: string): Promise<ListedChange> {
    return await this.#sound(async () => {
      const change = await this.#find(id)
      const paths = await this.#door.history.paths([id], mostNamed)
      return { ...change, named: paths.get(id) ?? [] }
    })
  }

  /** Takes changes back one after the other, in this order; one that cannot be undone does not stop the others. */
  async *undoAll(ids: readonly string[], how: UndoOptions): AsyncGenerator<UndoneChange> {
    const door = this.#door
    const foreseen = how.dryRun ? { files: new ForeseenFiles(door.files), undone: new Set<string>() } : null
    for (const id of ids) {
      try {
        if (foreseen === null) {
          const { changeId, reports } = await this.undo(id, how, () => Promise.resolve(null))
          yield { id, undoId: changeId, reports, refused: null }
        } else {
          const { changes } = await this.#sound(() => this.#plan(id, foreseen))
          announce(door, changes)
          foreseen.undone.add(id)
          yield { id, undoId: null, reports: await reportChanges(changes), refused: null }
        }
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        yield { id, undoId: null, reports: [], refused: error }
      }
    }
  }

  /** What a change did to each file, as far as its texts are still known. */
  async show(id: string): Promise<ShownChange> {
    return await this.#sound(async () => await showChange(this.#door, await this.#find(id)))
  }

  /** A file's text as a change has left it, or before one that removed it; null where it is known no more. */
  async textOf(
    id: string,
    path: string,
  ): Promise<{ readonly change: RecordedChange; readonly text: string | null }> {
    return await this.#sound(async () => {
      const change = await this.#find(id)
      return { change, text: await textOfChange(this.#door, change, path) }
    })
  }

  /** What a note is called, or was called last, and the steps that touched it, newest first. */
  async trail(identifier: string): Promise<NoteTrail> {
    return await this.#sound(async () => {
      const { path, steps } = await this.#trail(identifier)
      const within = await this.#within(idsOf(steps))
      return { path, steps: steps.filter(({ change }) => within.has(change)) }
    })
  }

  /** The steps that touched what was at a path, newest first, wherever it has been moved since. */
  async stepsFrom(path: string): Promise<readonly TrailStep[]> {
    return await this.#sound(() => noteSteps(this.#door.history, path, false))
  }

  /** A note's text as one of the changes on its trail has left it, or before it was removed; null where it is not kept. */
  async textOnTrail({ steps }: NoteTrail, id: string): Promise<string | null> {
    const first = steps.findIndex(({ change }) => change === id)
    for (const { change, kind, path } of first === -1 ? [] : steps.slice(first)) {
      // The text is that of the step before.
      if (kind === 'move-folder') continue
      return (await this.textOf(change, path)).text
    }
    return null
  }

  /** The first files of a change, each with what became of it in a few words; null where its texts are not known. */
  async tell(id: string, limit: number): Promise<readonly (string | null)[]> {
    return (await this.#sound(() => this.#door.history.steps(id, limit))).map(tellStep)
  }

  /** Reads the whole history, so that damage is found and the file set aside. */
  async verify(): Promise<void> {
    await this.#sound(() => this.#door.history.verify())
  }

  /** The damaged histories that were set aside, newest first. A caller limited to some folders gets no counts. */
  damages(): readonly KnownDamage[] {
    const { history, scope } = this.#door
    return history.damages().map((damage) => {
      const { time, file, kept, lost } = damage
      return scope === undefined
        ? { time, file, kept, lost, message: describeDamage(damage) }
        : { time, message: `The change history was damaged on ${time.slice(0, 10)}, and changes were lost.` }
    })
  }

  /** Taking the vault's lock sets a damaged history aside and opens one that was replaced. */
  async #sound<T>(read: () => Awaitable<T>): Promise<T> {
    const { history, locked } = this.#door
    const mend = () => locked(() => Promise.resolve())
    if (history.needsCare) await mend()
    try {
      return await read()
    } catch (error) {
      if (!history.needsCare) throw error
      await mend()
      return await read()
    }
  }

  /** The steps that undo a change: from the vault as it is, or as others that are undone before will leave it. */
  async #plan(
    id: string,
    foreseen: Foreseen | null = null,
  ): Promise<{ readonly undone: RecordedChange; readonly changes: readonly FileChange[] }> {
    const { files, history } = this.#door
    const undone = await this.#find(id)
    if (undone.undoneBy !== null) throw undoneAlready(undone, undone.undoneBy)
    await this.#expectOver(undone)
    const changes = await planUndo(foreseen?.files ?? files, await history.steps(id))
    const problems =
      foreseen === null
        ? (await checkChanges(files, changes, { mayTwin: true })).problems
        : (await foreseen.files.take(changes)).problems
    if (problems.length > 0) throw await this.#conflict(undone, problems, foreseen?.undone)
    return { undone, changes }
  }

  /** NOT_FOUND for what the history has not; `OutsideScope` for a change of what the caller may not see. */
  async #find(id: string): Promise<RecordedChange> {
    const change = await this.#door.history.find(id)
    if (change === null || change.state === 'begun') throw unknownChange(id, this.damages())
    const { scope } = this.#door
    if (scope !== undefined && !(await this.#within([id])).has(id)) throw new OutsideScope(scope)
    return change
  }

  async #conflict(
    { id }: RecordedChange,
    problems: readonly PlanProblem[],
    undone: ReadonlySet<string> = new Set(),
  ): Promise<VaultError> {
    const { files, history } = this.#door
    const found: string[] = []
    const steps = await history.steps(id)
    const stepOn = (path: string) => steps.find((one) => [one.path, one.movedTo].includes(path))
    for (const { path } of problems) {
      const step = stepOn(path)
      // Another note may have borne the path since.
      const own = step === undefined ? [] : await changesAfter(history, { ...step, change: Number(id) })
      found.push(...own, ...idsOf(await noteSteps(history, path, await files.exists(path))))
    }
    const isInTheWay = async (change: RecordedChange) =>
      Number(change.id) > Number(id) &&
      !undone.has(change.id) &&
      change.state === 'done' &&
      change.undoneBy === null &&
      // An undo of another later change is in nobody's way: together they come to nothing.
      Number(change.undoes) < Number(id) &&
      (await this.#within([change.id])).has(change.id)
    const ids = (await changesInTheWay(history, found, isInTheWay)).slice(0, 10)
    let room = mostDiffChars
    const conflicts: object[] = []
    for (const { change, path, error } of problems.slice(0, mostNamed)) {
      const diff = room > 0 ? await diffFromNow(files, change, path) : ''
      room -= diff.length
      const step = stepOn(path)
      const written = room > 0 && step !== undefined ? diffOfStep(step) : ''
      room -= written.length
      conflicts.push({
        path,
        problem: error.code,
        message: error.message,
        ...(diff !== '' && { diff }),
        ...(written !== '' && { written }),
      })
    }
    return new VaultError(
      'CONFLICT',
      `Change ${id} cannot be undone: ${problems.length === 1 ? 'a file has' : `${problems.length} files have`} moved on since. Nothing was changed.`,
      {
        change_id: id,
        conflicts,
        conflict_count: problems.length,
        ...(ids.length > 0 && { later_changes: ids }),
        hint:
          ids.length > 0
            ? `Undo the later changes first, in this order: ${ids.join(', ')}; or edit the files by hand.`
            : 'diff shows what undoing would do to a file as it is now, written what the change wrote: edit them by hand.',
      },
    )
  }

  async #trail(identifier: string): Promise<NoteTrail> {
    const { files, history } = this.#door
    try {
      const path = await this.#findNote(identifier)
      return { path, steps: await noteSteps(history, path, true) }
    } catch (error) {
      if (!(error instanceof VaultError) || error.code !== 'NOT_FOUND') throw error
      const path = files.toRelative(identifier)
      const names = /\.md$/i.test(path) ? [path] : [path, `${path}.md`]
      // What has never been there has a trail, too, where a folder around it was moved.
      const trails = await Promise.all(
        names.map(async (name) => ({ path: name, steps: await noteSteps(history, name, false) })),
      )
      const [trail] = trails.sort((a, b) => b.steps.length - a.steps.length)
      if (trail !== undefined && trail.steps.length > 0) return trail
      throw error
    }
  }

  /** Those of these changes that are the caller's: for one limited to some folders, what touched nothing else. */
  async #within(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { history, scope } = this.#door
    if (scope === undefined) return new Set(ids)
    const isWithin = ({ path, movedTo }: StepPaths) => scope.includes(path) && scope.includes(movedTo ?? path)
    const paths = await history.paths(ids)
    return new Set(ids.filter((id) => paths.get(id)?.every(isWithin) ?? true))
  }

  async #named(changes: readonly RecordedChange[]): Promise<readonly ListedChange[]> {
    const ids = changes.map(({ id }) => id)
    const paths = await this.#door.history.paths(ids, mostNamed)
    return changes.map((change) => ({ ...change, named: paths.get(change.id) ?? [] }))
  }
}

function idsOf(steps: readonly TrailStep[]): readonly string[] {
  return [...new Set(steps.map(({ change }) => change))]
}

/** What the change wrote, whether or not it is still there. */
function diffOfStep({ path, beforeText, afterText }: RecordedStep): string {
  return afterText === null ? '' : unifiedDiff(beforeText ?? '', afterText, { path, maxChars: 2_000 })
}

/** What undoing would do to a file as it is now. */
async function diffFromNow(files: VaultFiles, change: FileChange, path: string): Promise<string> {
  if (change.kind === 'move-folder' || path !== change.path) return ''
  const now = await files.read(path).catch(() => null)
  if (now?.isUtf8 !== true) return ''
  const wanted = change.kind === 'remove' ? '' : (change.text ?? now.text)
  return unifiedDiff(now.text, wanted, { path, maxChars: 2_000 })
}

function unknownChange(id: string, damages: readonly KnownDamage[]): VaultError {
  const lost = damages.map(({ message }) => message)
  return new VaultError('NOT_FOUND', [`The history has no change ${beginning(id, 50)}.`, ...lost].join(' '), {
    hint: { kind: 'list-changes' },
  })
}

function undoneAlready({ id }: RecordedChange, by: string): VaultError {
  return new VaultError('CONFLICT', `Change ${id} is undone already, by change ${by}.`, {
    change_id: id,
    undone_by: by,
    hint: `To do it again, undo change ${by}.`,
  })
}
