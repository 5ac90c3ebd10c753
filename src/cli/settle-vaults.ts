import type { Writable } from 'node:stream'
import type { VaultId } from '../model/ids.ts'
import { resolveVault, resolveVaults } from '../call/resolve-vaults.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import type { Tool } from '../call/tool.ts'
import { showProgress } from './show-progress.ts'

export type OpenVault = Awaited<ReturnType<VaultAccess['open']>>

/**
 * Opens the vaults of a call and waits until their indexes agree with the disk. The call itself reports a vault that
 * cannot be opened or named.
 */
export async function settleVaults(options: {
  readonly tool: Tool | undefined
  readonly args: object
  readonly vaults: VaultAccess
  readonly withinMs: number
  /** Begins what can be done while the index of an opened vault is compared with the disk. */
  readonly meanwhile: (vault: OpenVault, isAlone: boolean) => void
  /** Where a bar is drawn if indexing takes long; null for none. */
  readonly stderr: Writable | null
}): Promise<void> {
  const { vaults, withinMs, meanwhile, stderr } = options
  const ids = await idsOf(options).catch(() => [])
  await Promise.all(
    ids.map(async (id) => {
      const vault = await vaults.open(id).catch(() => null)
      if (vault === null) return
      meanwhile(vault, ids.length === 1)
      await settleVault(vault, { withinMs, stderr })
    }),
  )
}

/** Waits until the index of a vault agrees with the disk, with a bar on `stderr` if that takes long. */
export async function settleVault(
  { index, name }: OpenVault,
  { withinMs, stderr }: { readonly withinMs: number; readonly stderr: Writable | null },
): Promise<void> {
  await showProgress(index.settled(withinMs), {
    stderr,
    title: `Indexing ${name}`,
    position: () => index.freshness,
  })
}

async function idsOf({
  tool,
  args,
  vaults,
}: Parameters<typeof settleVaults>[0]): Promise<readonly VaultId[]> {
  if (tool === undefined) return []
  const { scope, options } = tool.prepare(args)
  if (scope === 'none') return []
  const { vaultId } = options
  if (vaultId === '*' || Array.isArray(vaultId)) {
    return (await resolveVaults(vaults, [vaultId].flat())).map(({ id }) => id)
  }
  const findVault = tool.dialect?.findVault ?? resolveVault
  return [(await findVault(vaults, typeof vaultId === 'string' ? vaultId : null)).id]
}
