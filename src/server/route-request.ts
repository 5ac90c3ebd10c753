import { z } from 'zod'
import { resolveVault, resolveVaults } from '../call/resolve-vaults.ts'
import type { Tool } from '../call/tool.ts'
import type { VaultAccess } from '../registry/vault-access.ts'

/** What of a request decides which server answers it. */
export type RequestRoute =
  /** It needs no vault, or cannot be understood: whoever has it answers it. */
  | { readonly kind: 'anywhere' }
  | {
      readonly kind: 'vault'
      readonly vault: string
      readonly isReading: boolean
      /** Whether its caller may accept a folder without the vault's notes. */
      readonly anyFolder: boolean
    }
  /** A stream of notices about these vaults. */
  | { readonly kind: 'stream'; readonly vaults: readonly string[] }
  | { readonly kind: 'several'; readonly name: string; readonly args: object }

/** What tells where a request of a caller belongs. */
export interface Routing {
  readonly tools: () => Promise<readonly Tool[]>
  readonly vaults: VaultAccess
  readonly now: () => Date
}

const anyObject = z.record(z.string(), z.unknown())
const shape = z.object({ method: z.string(), params: anyObject.default({}) })
const callShape = z.object({ name: z.string(), arguments: anyObject.default({}) })
const anywhere = { kind: 'anywhere' } as const

/** The vault that a request is about, as its caller sees the vaults: one that it may not name has no place. */
export async function routeRequest(asked: unknown, routing: Routing): Promise<RequestRoute> {
  const message = shape.safeParse(asked)
  if (!message.success) return anywhere
  const { method, params } = message.data
  if (method === 'tools/call') {
    const call = callShape.safeParse(params)
    return call.success ? await routeCall(call.data.name, call.data.arguments, routing) : anywhere
  }
  if (method === 'resources/read') {
    const { vaultOfResource } = await import('../offers/resources/read-resource.ts')
    return toVault(typeof params['uri'] === 'string' ? await vaultOfResource(params['uri'], routing) : null)
  }
  if (method === 'subscriptions/listen') return await routeStream(params, routing)
  if (!ofActiveVault.has(method)) return anywhere
  const { context } = params
  const named = completionShape.safeParse(context).data?.arguments.vault_id
  const current =
    named === undefined ? await routing.vaults.current() : await routing.vaults.find(named).catch(() => null)
  return toVault(current?.id ?? null)
}

const ofActiveVault: ReadonlySet<string> = new Set(['resources/list', 'completion/complete'])
const completionShape = z.object({ arguments: z.object({ vault_id: z.string() }) })

const listenShape = z.object({
  notifications: z.object({
    resourceSubscriptions: z.array(z.unknown()).catch([]),
    resourcesListChanged: z.unknown().optional(),
  }),
})

/** The list of resources is the active vault's. */
async function routeStream(params: object, routing: Routing): Promise<RequestRoute> {
  const asked = listenShape.safeParse(params)
  if (!asked.success) return anywhere
  const { vaultOfResource } = await import('../offers/resources/read-resource.ts')
  const { resourceSubscriptions: uris, resourcesListChanged } = asked.data.notifications
  const vaults = new Set<string | undefined>()
  if (resourcesListChanged === true) vaults.add((await routing.vaults.current())?.id)
  for (const uri of uris) {
    if (typeof uri === 'string') vaults.add((await vaultOfResource(uri, routing)) ?? undefined)
  }
  return { kind: 'stream', vaults: [...vaults].filter((vault) => vault !== undefined) }
}

async function routeCall(name: string, args: object, { tools, vaults }: Routing): Promise<RequestRoute> {
  const tool = (await tools()).find((one) => one.name === name)
  if (tool === undefined) return anywhere
  const isReading = tool.annotations.readOnlyHint
  const anyFolder = tool.takesAnyFolder === true
  const named = 'vault_id' in args ? args.vault_id : null
  try {
    // Nearly every call: whether the rest of it is right is told where the vault is served.
    if (tool.dialect === undefined && typeof named === 'string' && named !== '*')
      return toVault((await vaults.find(named)).id, isReading, anyFolder)
    const { scope, options } = tool.prepare(args)
    if (scope === 'none') {
      if (typeof named === 'string') return toVault((await vaults.find(named)).id, isReading)
      // It names no vault and looks into the active one.
      return name === 'get_current_vault' ? toVault((await vaults.current())?.id ?? null) : anywhere
    }
    const { vaultId } = options
    if (vaultId === '*' || Array.isArray(vaultId)) {
      await resolveVaults(vaults, [vaultId].flat())
      return { kind: 'several', name, args }
    }
    const find = tool.dialect?.findVault ?? resolveVault
    return toVault(
      (await find(vaults, typeof vaultId === 'string' ? vaultId : null)).id,
      isReading,
      anyFolder,
    )
  } catch {
    // The call itself says what is wrong with it.
    return anywhere
  }
}

function toVault(vault: string | null, isReading = true, anyFolder = false): RequestRoute {
  return vault === null ? anywhere : { kind: 'vault', vault, isReading, anyFolder }
}
