import type { VaultId } from '../../model/ids.ts'
import { statsOf } from '../../tools/vaults/vault-output.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { countOf } from '../plain-text.ts'
import { exitCodes } from '../exit-codes.ts'
import { makeVectors } from '../make-vectors.ts'
import { settleVault } from '../settle-vaults.ts'
import { toPerson } from '../to-person.ts'

const aDay = 24 * 3_600_000

/** `flint index`: brings indexes up to date; with `--wait` until meaning can be searched everywhere, too. */
export async function index({ wait }: Given<'index'>, cli: Cli): Promise<Outcome> {
  const done: Indexed[] = []
  for (const { id } of await cli.vaultsMeant()) done.push(await indexVault(id, wait, cli))
  const [first] = done
  const isWhole = done.every((one) => one.isWhole)
  return {
    data: done.length === 1 ? first?.data : { vaults: done.map(({ id, data }) => ({ id, ...data })) },
    text: done.map(({ text }) => text).join('\n\n'),
    ...(wait && !isWhole && { exitCode: exitCodes.failure }),
  }
}

interface Indexed {
  readonly id: VaultId
  readonly data: object
  readonly text: string
  /** Whether nothing is missing for search by meaning. */
  readonly isWhole: boolean
}

async function indexVault(id: VaultId, wait: boolean, cli: Cli): Promise<Indexed> {
  const { hub } = await cli.app()
  const vault = await hub.open(id)
  await settleVault(vault, { withinMs: aDay, stderr: cli.bars })
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
    id,
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
    isWhole: missing.length === 0 && state?.model != null,
  }
}
