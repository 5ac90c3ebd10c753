import type { Cli } from '../cli.ts'

/** `flint serve`. The thread that will index the active vault gets ready while the protocol is loaded. */
export async function serve(given: unknown, cli: Cli): Promise<null> {
  cli.prepareThread()
  const { serveClients } = await import('./serve-clients.ts')
  return await serveClients(given, cli)
}
