import { messageOf } from '../../model/error-code.ts'
import type { Cli } from '../cli.ts'
import { readClusterPlace } from '../cluster-place.ts'
import { countOf } from '../plain-text.ts'
import { withClusterControl } from '../with-cluster-control.ts'
import { checkTokens } from './check-tokens.ts'
import { cureOf, type Finding, ok, problem } from './finding.ts'

/** The servers that share vaults, and their tokens; null where this user's registry names none. */
export async function checkCluster(cli: Cli): Promise<readonly Finding[] | null> {
  const place = await readClusterPlace(cli).catch(() => null)
  if (place === null) return null
  const { own, cluster } = place
  const { url, schema } = cluster
  if (url === null) return null
  try {
    const { servers } = await withClusterControl(undefined, cli, (control) => control.status())
    const present = servers.filter(({ isPresent }) => isPresent).length
    const { openShared } = await import('../../cluster/open-cluster.ts')
    const shared = await openShared({ url, schema, own, log: cli.log })
    try {
      const elsewhere =
        'their list of vaults and the history of these lie in PostgreSQL and are not looked at here'
      return [
        ok('cluster', `${countOf(present, 'server')} that share vaults; ${elsewhere}`),
        await checkTokens(shared.tokens),
      ]
    } finally {
      await shared.close()
    }
  } catch (error) {
    return [problem('cluster', messageOf(error), cureOf(error) ?? 'flint cluster status says more.')]
  }
}
