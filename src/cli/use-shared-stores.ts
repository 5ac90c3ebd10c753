import type { Cli } from './cli.ts'
import { readClusterPlace } from './cluster-place.ts'

/** Has a command use what servers share, where this user's registry names it. Call it before the app is asked for. */
export async function useSharedStores(cli: Cli): Promise<void> {
  // What is wrong with the file is said by who needs it.
  const place = await readClusterPlace(cli).catch(() => null)
  if (place === null) return
  const { own, cluster } = place
  const { url, schema } = cluster
  if (url === null) return
  const { openShared } = await import('../cluster/open-cluster.ts')
  cli.useShared(await openShared({ url, schema, own, log: cli.log }))
}
