import { z } from 'zod'
import { resolveVault } from '../../call/resolve-vaults.ts'
import { reindexVault } from '../../tools/admin/reindex-vault.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { toPerson } from '../to-person.ts'
import { type Position, showProgress } from '../show-progress.ts'
import { countOf } from '../count-of.ts'
import { exitCodes } from '../exit-codes.ts'
import { makeVectors } from '../make-vectors.ts'

const input = z.object({ scope: z.string().optional(), wait: z.boolean().default(false) })

/** `flint reindex`, with a progress bar on a terminal. */
export async function reindex(given: unknown, cli: Cli): Promise<Outcome> {
  const { scope, wait } = input.parse(given)
  let position: Position = { done: 0, total: 0 }
  const work = cli.call(
    reindexVault,
    { confirm: true, ...(scope !== undefined && { scope }) },
    {
      progress: (done, total = 0) => {
        position = { done, total }
      },
    },
  )
  const { isJson, terminal, streams } = cli
  const data = await showProgress(work, {
    stderr: terminal.canAsk && !isJson ? streams.stderr : null,
    title: 'Indexing',
    position: () => position,
  })
  const { vault, notes_indexed: notes, duration_seconds: seconds } = data
  const done = `Indexed ${countOf(notes, 'note')} of ${terminal.paint('bold', vault.id)} in ${seconds} s.`
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
