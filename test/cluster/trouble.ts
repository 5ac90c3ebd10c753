import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClusterServer, TestCluster } from '../support/with-cluster.ts'
import type { Json } from '../support/with-vault.ts'

export interface Trouble {
  readonly folder: string
  readonly vaults: readonly string[]
  readonly clients: number
  /** What goes wrong while the clients write, one after the other; they stop after the last. */
  readonly faults: (cluster: TestCluster) => Promise<void>
}

/** What became of the writes. Everything but `acknowledged` and the times must be empty. */
export interface TroubleReport {
  readonly acknowledged: number
  /** Acknowledged, and not in the files. */
  readonly lost: readonly string[]
  /** In a file more than once. */
  readonly twice: readonly string[]
  /** Answers that are neither a success nor say "again". */
  readonly odd: readonly string[]
  /** Vaults whose writes by one holder lie among those of another. */
  readonly interleaved: readonly string[]
  /** How often a client had to make a call again. */
  readonly again: number
  readonly slowestMs: number
  /** Leases that have passed to another server. */
  readonly takenOver: number
}

interface Tally {
  again: number
  slowestMs: number
  readonly odd: string[]
  readonly done: { readonly vault: string; readonly line: string }[]
}

/**
 * Clients add lines to a note of each vault, at any server, while servers are troubled. A client whose call fails looks
 * whether its line is there before it makes the call again, as the error says.
 */
export async function writeThroughTrouble(
  cluster: TestCluster,
  { folder, vaults, clients, faults }: Trouble,
): Promise<TroubleReport> {
  const tally: Tally = { again: 0, slowestMs: 0, odd: [], done: [] }
  let isOver = false
  let hasFailed = false
  const client = async (number: number) => {
    for (let turn = 0; !isOver; turn++) {
      const vault = vaults[(number * 7 + turn * 3) % vaults.length]!
      await addLine(
        cluster.servers,
        folder,
        { vault, line: `client ${number} turn ${turn};`, seed: number + turn },
        tally,
        () => hasFailed,
      )
    }
  }
  const writing = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  try {
    await faults(cluster)
  } catch (error) {
    // Nobody is there any more to take what a client would repeat.
    hasFailed = true
    throw error
  } finally {
    isOver = true
  }
  await writing
  const texts = new Map<string, string>()
  for (const vault of vaults)
    texts.set(vault, await readFile(join(folder, 'vaults', vault, 'log.md'), 'utf8'))
  const count = ({ vault, line }: { vault: string; line: string }) => texts.get(vault)!.split(line).length - 1
  const epochs = await epochsOf(cluster)
  return {
    acknowledged: tally.done.length,
    lost: tally.done.filter((one) => count(one) === 0).map(({ vault, line }) => `${vault}: ${line}`),
    twice: tally.done.filter((one) => count(one) > 1).map(({ vault, line }) => `${vault}: ${line}`),
    odd: tally.odd,
    interleaved: [...epochs]
      .filter(([, list]) => list.some((epoch, at) => epoch < (list[at - 1] ?? 0)))
      .map(([vault]) => vault),
    again: tally.again,
    slowestMs: Math.round(tally.slowestMs),
    takenOver: [...epochs.values()].reduce((sum, list) => sum + new Set(list).size - 1, 0),
  }
}

/** The epoch of each write of a vault, in the order in which the writes began. */
async function epochsOf({ shared }: TestCluster): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await shared.postgres.db
    .selectFrom('change')
    .select(['vault', 'epoch'])
    .orderBy('id')
    .execute()
  const epochs = new Map<string, number[]>()
  for (const { vault, epoch } of rows) epochs.set(vault, [...(epochs.get(vault) ?? []), Number(epoch)])
  return epochs
}

async function addLine(
  servers: readonly ClusterServer[],
  folder: string,
  { vault, line, seed }: { readonly vault: string; readonly line: string; readonly seed: number },
  tally: Tally,
  hasFailed: () => boolean,
): Promise<void> {
  const began = performance.now()
  const note = { vault_id: vault, identifier: 'log.md' }
  for (let attempt = 0; ; attempt++) {
    const server = servers[(seed + attempt) % servers.length]!
    const done = await tryCall(
      server,
      'update_note',
      { ...note, content: `${line}\n`, mode: 'append' },
      tally,
    )
    if (done?.change_id !== undefined) break
    if (hasFailed()) return
    tally.again += 1
    await pause(50)
    // Whoever holds the vault now has settled what the last holder began.
    for (let look = attempt; ; look++) {
      const asked = await tryCall(servers[(seed + look) % servers.length]!, 'get_note_info', note, tally)
      if (asked !== null || hasFailed()) break
      await pause(50)
    }
    if ((await readFile(join(folder, 'vaults', vault, 'log.md'), 'utf8')).includes(line)) break
  }
  tally.done.push({ vault, line })
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began)
}

/** Null for a call that failed and may be made again. */
async function tryCall(server: ClusterServer, tool: string, args: object, tally: Tally): Promise<Json> {
  try {
    const result = await server.call(tool, args)
    const { error } = result
    if (error === undefined) return result
    // The second is what a holder says that was put out in the middle of a write.
    if (error.retry === true || String(error.hint).includes('repeat it')) return null
    tally.odd.push(`${tool}: ${JSON.stringify(error)}`)
    return null
  } catch (error) {
    // It is down, or was killed while it answered; or no token can be checked at this moment.
    const message = String(error)
    if (/fetch failed|terminated|HTTP 503|socket|timeout/i.test(message)) return null
    tally.odd.push(`${tool}: ${message}`)
    return null
  }
}
