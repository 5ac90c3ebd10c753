import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { withCluster, type TestCluster } from '../support/with-cluster.ts'
import { withFolder } from '../support/with-folder.ts'
import { noPostgres, startPostgres, type PostgresServer } from '../support/start-postgres.ts'
import { writeThroughTrouble } from './trouble.ts'

const vaultCount = times(6, 60)
const clients = times(6, 60)
/** Ten minutes of it in full. */
const rounds = times(1, 12)
/** Longer than a holder may be silent. */
const silence = times(6_500, 8_000)

test.skipIf(noPostgres !== null)(
  `servers that are killed, paused and cut off lose no acknowledged write and make none twice ${noPostgres ?? ''}`,
  { timeout: times(180_000, 1_500_000) },
  () =>
    withFolder({}, async (folder) => {
      const postgres = await startPostgres({ keepsData: true })
      const proxy = await startProxy(postgres.port)
      const names = Array.from({ length: vaultCount }, (_, number) => `vault-${number}`)
      try {
        const url = await postgres.newDatabase()
        const cut = url.replace(`:${postgres.port}/`, `:${proxy.port}/`)
        await withCluster(
          {
            folder,
            vaults: Object.fromEntries(names.map((name) => [name, { 'log.md': '# Log\n' }])),
            url: (server) => (server === 2 ? cut : url),
          },
          async (cluster) => {
            const report = await writeThroughTrouble(cluster, {
              folder,
              vaults: names,
              clients,
              async faults(troubled) {
                for (let round = 0; round < rounds; round++) await trouble(troubled, postgres, proxy)
              },
            })
            process.stderr.write(`${JSON.stringify(report)}\n`)
            expect(report).toMatchObject({ lost: [], twice: [], odd: [], interleaved: [] })
            expect(report.acknowledged).toBeGreaterThan(clients)
            expect(report.takenOver).toBeGreaterThan(0)
          },
        )
      } finally {
        await proxy.close()
        await postgres.stop()
      }
    }),
)

async function trouble(
  { servers }: TestCluster,
  postgres: PostgresServer,
  proxy: { readonly silence: () => void; readonly mend: () => void },
): Promise<void> {
  const [first, second] = servers
  const quiet = times(1_500, 5_000)
  await pause(quiet)
  await first!.kill('SIGKILL')
  await pause(quiet)
  await first!.start()
  await pause(quiet)
  second!.signal('SIGSTOP')
  await pause(silence)
  second!.signal('SIGCONT')
  await pause(quiet)
  proxy.silence()
  await pause(silence)
  proxy.mend()
  await pause(quiet)
  await postgres.restart()
  await pause(quiet)
}
