import { z } from 'zod'
import type { ClusterStatus } from '../../cluster/cluster-control.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatTable } from '../table.ts'
import { withClusterControl } from '../with-cluster-control.ts'

const input = z.object({ cluster: z.string().min(1).exactOptional() })

/** `flint cluster status` */
export async function clusterStatus(given: unknown, cli: Cli): Promise<Outcome> {
  const { cluster } = input.parse(given)
  const status = await withClusterControl(cluster, cli, (control) => control.status())
  return { data: statusFacts(status), text: describeStatus(status, cli) }
}

function statusFacts({ servers, vaults }: ClusterStatus) {
  return {
    servers: servers.map(({ id, address, version, vaults: held, ...server }) => ({
      id,
      address,
      version,
      vaults: held,
      is_draining: server.isDraining,
      is_present: server.isPresent,
      started: server.started.toISOString(),
      last_seen: server.lastSeen.toISOString(),
    })),
    vaults: vaults.map(({ vault, server, epoch, since, standby, prepared }) => ({
      vault_id: vault,
      server,
      epoch,
      since: since.toISOString(),
      standby,
      prepared: prepared?.toISOString() ?? null,
    })),
  }
}

function describeStatus({ now, servers, vaults }: ClusterStatus, { terminal }: Cli): string {
  if (servers.length === 0) return 'No server has joined.'
  const heads = (...titles: string[]) => titles.map((title) => terminal.paint('dim', title))
  const serverRows = servers.map(({ id, address, vaults: held, isDraining, isPresent, lastSeen }) => [
    id,
    address,
    String(held),
    !isPresent ? 'silent' : isDraining ? 'draining' : 'serves',
    `${Math.max(0, Math.round((now.getTime() - lastSeen.getTime()) / 1_000))} s ago`,
  ])
  const vaultRows = vaults.map(({ vault, server, epoch, since, standby }) => [
    vault,
    server ?? 'nobody',
    String(epoch),
    since.toISOString(),
    standby ?? 'nobody',
  ])
  return [
    formatTable([heads('SERVER', 'ADDRESS', 'VAULTS', 'STATE', 'LAST SEEN'), ...serverRows]),
    ...(vaults.length === 0
      ? []
      : ['', formatTable([heads('VAULT', 'HELD BY', 'EPOCH', 'SINCE', 'STANDS BY'), ...vaultRows])]),
  ].join('\n')
}
