import { z } from 'zod'
import type { KnownVault } from '../model/known-vault.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { ManyVaultsOutput, RequestedPage } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { listOf, startAfterSeen, totalOf } from './after-seen.ts'
import { AskedFreshness } from './asked-freshness.ts'
import { markLater } from './mark-later.ts'
import { noticesOf } from './notices-of.ts'
import { vaultErrorContent } from './vault-error-content.ts'
import { spreadOfRequest, type VaultOutcome } from './vault-outcome.ts'
import { askingOnce, markVault } from './resolve-vaults.ts'
import { isObject } from '../model/is-record.ts'
import { isAbort } from './with-time-limit.ts'

interface ManyRuns<T extends object> {
  readonly vaults: readonly KnownVault[]
  readonly ctx: ToolContext
  readonly page: RequestedPage | null
  readonly run: (vault: VaultContext) => Promise<T>
  readonly merge: (joined: T, parts: readonly T[]) => T
  readonly finish: (output: T) => T
}

/**
 * Runs a call in each vault. Lists become one, each item with its `vault_id`; other results stand beside their vault.
 * A vault that cannot answer, or has not when the time is over, does not keep the others from it, unless none can.
 */
export async function runInVaults<T extends object>(runs: ManyRuns<T>): Promise<ManyVaultsOutput> {
  const { vaults, ctx, page } = runs
  const access = askingOnce(ctx.vaults)
  const marks = await Promise.all(vaults.map((vault) => markVault(access, vault)))
  const ids = vaults.map(({ id }) => id)
  const answered = new Map<string, Outcome<T>>()
  const here = async (some: readonly string[]) =>
    await Promise.all(
      vaults
        .filter(({ id }) => some.includes(id))
        .map(async (vault) => {
          const outcome = await runInOne(runs, vault)
          answered.set(vault.id, outcome)
          return outcome
        }),
    )
  const spread = spreadOfRequest.getStore()
  const whole = spread === undefined ? here(ids) : spread(ids, here).then((all) => all.map(typed<T>))
  const inTime = timeOver(ctx.signal).then((error) => ids.map((id) => answered.get(id) ?? { error }))
  const outcomes: readonly Outcome<T>[] = await Promise.race([whole, inTime])
  const parts = outcomes.flatMap(({ part }) => (part === undefined ? [] : [part]))
  const [first] = parts
  if (first === undefined) {
    const [failed] = outcomes
    throw failed?.error ?? new VaultError('VAULT_NOT_FOUND', 'There is no vault to look into.')
  }
  const marked = marks.map((mark, index) => {
    const { part, error, told } = outcomes[index] ?? {}
    if (error !== undefined) return { ...mark, error: vaultErrorContent(error, ctx.say) }
    return { ...mark, ...(page === null && part !== undefined && runs.finish(part)), ...told }
  })
  if (page === null) return { vaults: marked, output: {}, offset: 0 }
  const merged = runs.merge(joinLists(parts, first, page.list), parts)
  const offset = startAfterSeen(merged, page, 0)
  const onPage = listOf(merged, page.list).slice(offset, offset + page.limit)
  const output = runs.finish({ ...merged, [page.list]: onPage })
  return { vaults: marked, output, offset }
}

/** Vaults that hand over what they have when the time is over do it within so long, before the call ends without. */
const handOverMs = 300

/** Why the call ends, a little after its time is over; never for one that ends otherwise. */
async function timeOver(signal: AbortSignal): Promise<VaultError> {
  const { promise, resolve } = Promise.withResolvers<VaultError>()
  signal.addEventListener('abort', () => {
    const error: unknown = signal.reason
    if (error instanceof VaultError) setTimeout(resolve, handOverMs, error)
  })
  return await promise
}

interface Outcome<T extends object> extends VaultOutcome {
  readonly part?: T
}

/** What came back from where the vaults are served is what the tool gives there. */
function typed<T extends object>({ part, ...rest }: VaultOutcome): Outcome<T> {
  return part === undefined ? rest : { ...rest, part: z.custom<T>(isObject).parse(part) }
}

async function runInOne<T extends object>(
  { ctx, page, run }: ManyRuns<T>,
  { id }: KnownVault,
): Promise<Outcome<T>> {
  const asked = new AskedFreshness()
  try {
    const vault = await ctx.vaults.open(id)
    const output = await markLater(vault, await run(asked.watch(vault, ctx)), { isReading: true, args: {} })
    return {
      part: page === null ? output : withVaultId(output, page.list, id),
      told: { ...asked.told, ...noticesOf(vault) },
    }
  } catch (error) {
    if (error instanceof VaultError) return { error: asked.tellIn(error) }
    const over: unknown = ctx.signal.reason
    if (isAbort(error) && over instanceof VaultError) return { error: over }
    throw error
  }
}

function withVaultId<T extends object>(output: T, list: string, id: string): T {
  const items = listOf(output, list).map((item) => (isObject(item) ? { vault_id: id, ...item } : item))
  return { ...output, [list]: items }
}

function joinLists<T extends object>(parts: readonly T[], first: T, list: string): T {
  const total = parts.reduce((sum, part) => sum + totalOf(part, 0), 0)
  return { ...first, [list]: parts.flatMap((part) => listOf(part, list)), total }
}
