import { VaultError } from '../model/vault-error.ts'
import type { ClusterControl } from '../cluster/cluster-control.ts'
import type { Cli } from './cli.ts'
import { readClusterPlace } from './cluster-place.ts'

/** Runs a command over the cluster that it names, else the one in the registry's file. */
export async function withClusterControl<Result>(
  cluster: string | undefined,
  cli: Cli,
  use: (control: ClusterControl) => Promise<Result>,
): Promise<Result> {
  const { url, schema } = (await readClusterPlace(cli, cluster)).cluster
  if (url === null) {
    throw new VaultError('INVALID_ARGUMENT', 'No cluster is named.', {
      hint: 'Give --cluster, or set cluster.url: flint config path says where.',
    })
  }
  const { ClusterControl } = await import('../cluster/cluster-control.ts')
  const control = await ClusterControl.open({ url, schema, log: cli.log })
  try {
    return await use(control)
  } finally {
    await control.close()
  }
}
