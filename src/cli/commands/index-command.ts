import { z } from 'zod'
import { resolveVault } from '../../call/resolve-vaults.ts'
import { statsOf } from '../../tools/vaults/vault-output.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { countOf } from '../count-of.ts'
import { exitCodes } from '../exit-codes.ts'
import { makeVectors } from '../make-vectors.ts'
import { settleVault } from '../settle-vaults.ts'
import { toPerson } from '../to-person.ts'

const aDay = 24 * 3_600_000

const input = z.object({ wait: z.boolean().default(false) })

/** `flint index`: brings the index up to date; with `--wait` until meaning can be searched everywhere, too. */
export async function index(given: unknown, cli: Cli): Promise<Outcome> {
  const { wait } = input.parse(given)
  const { hub } = await cli.app()
  const { id } = await resolveVault(hub, null)
  const vault = await hub.open(id)
  const isSeen = cli.terminal.canAsk && !cli.isJson
  await settleVault(vault, { withinMs: aDay, ...(isSeen && { stderr: cli.streams.stderr }) })
  const made = wait ? await makeVectors(vault, cli, Infinity) : null
  const stats = await statsOf(vault)
  const notes = stats?.notes ?? 0
  const state = (await vault.embedding?.inform()) ?? null
  const pending = made?.pending ?? state?.pending ?? 0
  const lacksModel = made === null ? state?.own === 'missing' || state?.own === 'behind' : !made.hasOwnModel
  const why = made?.reason ?? state?.reason ?? null
  const problem = why === null ? null : toPerson(why)
  const missing = [
    ...(pending > 0 ? [`${countOf(pending, 'passage')} without a vector`] : []),
    ...(lacksModel ? ["the vault's own model"] : []),
  ]
  const meaning = [
    missing.length === 0 ? null : `For search by meaning is missing: ${missing.join(' and ')}.`,
    problem ??
      (missing.length === 0 ? 'Every passage has its vector.' : 'flint index --wait makes what is missing.'),
  ]
  return {
    data: {
      notes,
      pending_vectors: pending,
      own_model: state?.own ?? null,
      ...(problem !== null && { vectors_problem: problem }),
    },
    text: [
      `${countOf(notes, 'note')} of ${cli.terminal.paint('bold', id)} indexed.`,
      ...meaning.filter((line) => line !== null),
    ].join('\n'),
    ...(wait && (missing.length > 0 || state?.model == null) && { exitCode: exitCodes.failure }),
  }
}
