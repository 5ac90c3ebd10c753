import { configFolder } from '../registry/config-folder.ts'
import { fileRegistry } from '../registry/registry-store.ts'
import type { Cli } from './cli.ts'

/** Has a command use what servers share, where this user's registry names it. Call it before the app is asked for. */
export async function useSharedStores(cli: Cli): Promise<void> {
  const own = fileRegistry(configFolder(cli.env))
  // What is wrong with the file is said by who needs it.
  const read = await own.read().catch(() => null)
  const { url = null, schema = 'flint' } = read?.config.cluster ?? {}
  if (url === null) return
  const { openShared } = await import('../cluster/open-cluster.ts')
  cli.useShared(await openShared({ url, schema, own, log: cli.log }))
}
