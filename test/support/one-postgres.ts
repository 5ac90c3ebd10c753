import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the port of the PostgreSQL that all tests of a run share, each with a database of its own. */
    postgresDoor: string
  }
}

/** Starts a PostgreSQL when the first test asks for it, and stops it after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null
  const door = createServer((_request, response) => {
    server ??= startPostgres()
    server.then(
      ({ port }) => response.end(String(port)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  project.provide('postgresDoor', `http://127.0.0.1:${address.port}`)
  return async () => {
    door.closeAllConnections()
    door.close()
    await (await server)?.stop()
  }
}
