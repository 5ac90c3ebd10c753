import type { App } from '../app.ts'
import { readAddress } from '../model/address.ts'
import { VaultError } from '../model/vault-error.ts'
import type { HttpOptions } from '../server/serve-http.ts'
import type { Cli } from './cli.ts'

interface Metrics {
  readonly url: string
  /** What the server hands its calls and requests to. */
  readonly counts: Pick<HttpOptions, 'call' | 'requests'>
  readonly close: () => void
}

/** Tells at `address` how the server is; null where there is none, and then nothing is counted. */
export async function openMetrics(
  address: string | null,
  { hub }: Pick<App, 'hub'>,
  { log }: Pick<Cli, 'log'>,
): Promise<Metrics | null> {
  if (address === null) return null
  const where = readAddress(address)
  if (where === null)
    throw new VaultError('INVALID_ARGUMENT', `"${address}" is no address for metrics.`, {
      hint: 'Give an address and a port: --metrics 127.0.0.1:1066.',
    })
  const [
    { CallCounts },
    { RequestCounts },
    { serveMetrics },
    { measureProcess },
    { measureVaults, waitsFor },
  ] = await Promise.all([
    import('../server/call-counts.ts'),
    import('../server/request-counts.ts'),
    import('../server/serve-metrics.ts'),
    import('../server/measure-process.ts'),
    import('./measure-vaults.ts'),
  ])
  const [calls, requests] = [new CallCounts(), new RequestCounts()]
  const { url, close } = await serveMetrics({
    ...where,
    measures: [calls.measure, requests.measure, measureVaults(hub), measureProcess],
    waitsFor: async () => await waitsFor(hub),
    log,
  })
  return { url, close, counts: { call: calls.call, requests } }
}
