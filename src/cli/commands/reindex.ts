import { resolveVault } from '../../call/resolve-vaults.ts'
import { reindexVault } from '../../tools/admin/reindex-vault.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { toPerson } from '../to-person.ts'
import { countOf } from '../plain-text.ts'
import { exitCodes } from '../exit-codes.ts'
import { makeVectors } from '../make-vectors.ts'

/** `flint reindex`, with a progress bar on a terminal. */
export async function reindex({ scope, wait }: Given<'reindex'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(reindexVault, { confirm: true, ...defined({ scope }) }, { title: 'Indexing' })
  const { vault, notes_indexed: notes, duration_seconds: seconds } = data
  const done = `Indexed ${countOf(notes, 'note')} of ${cli.terminal.paint('bold', vault.id)} in ${seconds} s.`
  // No work goes on after a command has ended.
  if (!wait && scope !== 'vectors') return { data, text: done }
  const { hub } = await cli.app()
  const { id } = await resolveVault(hub, null)
  const { pending, reason: why } = await makeVectors(await hub.open(id), cli, Infinity)
  const missing = pending === 0 ? '' : `${countOf(pending, 'vector')} missing. `
  const reason = why === null ? null : toPerson(why)
  return {
    data: { ...data, pending_vectors: pending, ...(reason !== null && { vectors_problem: reason }) },
    text: `${done}\n${reason === null && missing === '' ? 'Every passage has its vector.' : `${missing}${reason ?? ''}`}`,
    ...(pending > 0 && { exitCode: exitCodes.failure }),
  }
}
