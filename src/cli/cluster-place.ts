import { configFolder } from '../registry/config-folder.ts'
import { fileRegistry, type RegistryStore } from '../registry/registry-store.ts'
import type { LogLevel, RegistryConfig } from '../registry/registry-schema.ts'
import type { Cli } from './cli.ts'

/** What this user's registry says of servers that share vaults. */
export interface ClusterPlace {
  /** The user's own registry, which stays beside what is shared. */
  readonly own: RegistryStore
  readonly cluster: RegistryConfig['cluster']
  readonly logLevel: LogLevel
}

/** `named` is the `--cluster` of a command, which goes before the registry's `url`. */
export async function readClusterPlace(cli: Pick<Cli, 'env'>, named?: string): Promise<ClusterPlace> {
  const own = fileRegistry(configFolder(cli.env))
  const { cluster, mcp_server: server } = (await own.read()).config
  return { own, cluster: { ...cluster, url: named ?? cluster.url }, logLevel: server.log_level }
}
