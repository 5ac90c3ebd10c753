import type { Change } from '../parts/say-change.ts'
import type { Act, Call, Outcome, UndoneChanges } from './calls.ts'
import { sayDone } from '../text/say-done.ts'
import { sayUndone } from '../text/say-undone.ts'
import type { Notice, Page } from './page.ts'

/** What is to be undone: some changes, all of an actor since a moment, or one change that is itself an undo. */
export type Wanted =
  | { readonly kind: 'changes'; readonly vault: string; readonly ids: readonly string[] }
  | { readonly kind: 'actor'; readonly vault: string; readonly actor: string; readonly since: string }
  | { readonly kind: 'undo'; readonly vault: string; readonly id: string }

export function wantedOf(vault: string, change: Pick<Change, 'change_id' | 'undoes'>): Wanted {
  const { change_id: id, undoes } = change
  return undoes === undefined ? { kind: 'changes', vault, ids: [id] } : { kind: 'undo', vault, id }
}

/** The way back from a change, for the notice that says what was done; none where nothing was written. */
export function undoAction(
  { act, say }: Pick<Page, 'act' | 'say'>,
  vault: string,
  { change_id: id }: { readonly change_id?: string | undefined },
  onUndone: () => void,
): Pick<Notice, 'action'> {
  if (id === undefined) return {}
  const undo = async () => {
    const outcome = await act('undo_changes', { vault_id: vault, change_ids: [id], dry_run: false })
    onUndone()
    if (outcome.kind === 'failed') say({ text: outcome.error.message, isProblem: true })
    else {
      const { undone, refused, changes } = outcome.result
      const reasons = changes.flatMap(({ reason = [] }) => reason)
      if (refused > 0) say({ text: reasons.join(' '), isProblem: true })
      else say({ text: sayDone(sayUndone(undone), { warnings: reasons }) })
    }
  }
  return { action: { label: 'Undo', run: () => void undo() } }
}

/** What an undo would do, but for the changes that are to be left. */
export async function previewUndo(
  call: Call,
  wanted: Wanted,
  { left, signal }: { readonly left: readonly string[]; readonly signal: AbortSignal },
): Promise<Outcome<UndoneChanges>> {
  if (wanted.kind === 'undo') return undoUndo((name, args) => call(name, args, signal), wanted, true)
  const { vault: vault_id } = wanted
  const chosen =
    wanted.kind === 'changes'
      ? { change_ids: wanted.ids }
      : { actor: wanted.actor, ...(wanted.since !== '' && { since: wanted.since }) }
  const except = left.length > 0 && { except: left }
  return call('undo_changes', { vault_id, ...chosen, ...except, dry_run: true }, signal)
}

/** Undoes what the preview said it would, and nothing that was done since. */
export async function carryOutUndo(
  act: Act,
  wanted: Wanted,
  { changes }: UndoneChanges,
): Promise<Outcome<UndoneChanges>> {
  if (wanted.kind === 'undo') return undoUndo(act, wanted, false)
  const ids = changes.filter(({ outcome }) => outcome === 'would be undone').map((change) => change.change_id)
  return act('undo_changes', { vault_id: wanted.vault, change_ids: ids, dry_run: false })
}

/** The undo of an undo, as one of several changes would say it. */
async function undoUndo(
  call: Act,
  { vault, id }: Extract<Wanted, { readonly kind: 'undo' }>,
  dryRun: boolean,
): Promise<Outcome<UndoneChanges>> {
  const args = { vault_id: vault, change_id: id, dry_run: dryRun, diff: true }
  const outcome = await call('undo_change', args)
  if (outcome.kind === 'failed') return outcome
  const { undone_tool: tool, undone_time: time, files, warnings = [] } = outcome.result
  const change = {
    change_id: id,
    outcome: dryRun ? ('would be undone' as const) : ('undone' as const),
    tool,
    time,
    paths: files.map(({ path }) => path),
    diff: files.map(({ diff }) => diff).join('\n'),
    ...(warnings.length > 0 && { reason: warnings.join(' ') }),
  }
  return { kind: 'done', result: { changes: [change], undone: 1, refused: 0 } }
}
