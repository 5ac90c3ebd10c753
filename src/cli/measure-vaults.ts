import type { VaultHub } from '../registry/vault-hub.ts'
import type { Measure, Metric, Sample } from '../server/write-metrics.ts'
import { statsOf } from '../tools/vaults/vault-output.ts'

/** How the vaults are that the process has open. None is opened for it, and none that opens just now is waited for. */
export function measureVaults(hub: Pick<VaultHub, 'opened' | 'known'>): Measure {
  return async () => {
    const [open, known] = [await opened(hub), await hub.known().catch(() => [])]
    const each = await Promise.all(open.map(measureVault))
    const gauge = (name: string, help: string, value: (vault: Measured) => number | null): Metric => ({
      name,
      kind: 'gauge',
      help,
      samples: each.flatMap((vault) => sampleOf(vault.id, value(vault))),
    })
    return [
      { name: 'vaults', kind: 'gauge', help: 'Vaults that are known.', samples: [{ value: known.length }] },
      {
        name: 'vaults_open',
        kind: 'gauge',
        help: 'Vaults that are open.',
        samples: [{ value: open.length }],
      },
      gauge('index_ready', 'Whether the index agrees with the disk.', ({ isReady }) => (isReady ? 1 : 0)),
      gauge('index_notes', 'Notes in the index.', ({ notes }) => notes),
      gauge('index_files_left', 'Files that are still to be indexed.', ({ left }) => left),
      gauge('vectors_waiting', 'Passages without their vector.', ({ waiting }) => waiting),
    ]
  }
}

type OpenVault = Awaited<ReturnType<VaultHub['opened']>>[number]

/** What the active vault still waits for, a sentence each. */
export async function waitsFor(hub: Pick<VaultHub, 'current' | 'opened'>): Promise<readonly string[]> {
  try {
    const current = await hub.current()
    if (current === null) return []
    const vault = (await opened(hub)).find(({ id }) => id === current.id)
    if (vault === undefined) return [`The vault ${current.id} is not open yet.`]
    const { state } = vault.index.freshness
    return vault.index.isThere && (state === 'scanning' || state === 'indexing')
      ? [`The vault ${current.id} is being indexed.`]
      : []
  } catch {
    return ['The list of vaults cannot be read.']
  }
}

interface Measured {
  readonly id: string
  readonly isReady: boolean
  readonly left: number
  readonly notes: number | null
  readonly waiting: number | null
}

async function measureVault(vault: OpenVault): Promise<Measured> {
  const { state, done, total } = vault.index.freshness
  // Before that it would wait until the index is there.
  const stats = state === 'ready' ? await statsOf(vault).catch(() => null) : null
  return {
    id: vault.id,
    isReady: state === 'ready',
    left: Math.max(0, total - done),
    notes: stats?.notes ?? null,
    waiting: vault.embedding?.progress.pending ?? null,
  }
}

async function opened(hub: Pick<VaultHub, 'opened'>): Promise<readonly OpenVault[]> {
  return await hub.opened().catch(() => [])
}

function sampleOf(vault: string, value: number | null): readonly Sample[] {
  return value === null ? [] : [{ value, labels: { vault } }]
}
