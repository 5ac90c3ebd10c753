import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { readingCalls, startBare, timeBesideBare } from './measure-calls.mjs'

export const watchLoop = fileURLToPath(new URL('watch-loop.mjs', import.meta.url))

/** A server that has never seen the vault: until every note is in its index, and what that takes of it. */
export async function measureCold(sandbox) {
  sandbox.removeIndex('data')
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilFilled(server, sandbox)
  const readyMs = performance.now() - server.startedAt
  const memory = server.memory()
  // What a server does once it is left alone is done when most searches come.
  await sandbox.untilTidy('data')
  await server.close()
  return { readyMs, memory, indexMB: sizeOf(join(sandbox.folder, 'data')) / 1e6 }
}

/** The longest blocks of such a server's event loop, which takes time to watch: so not while that is measured. */
export async function measureLoop(sandbox) {
  sandbox.removeIndex('data')
  rmSync(sandbox.loopFile, { force: true })
  const server = sandbox.startServer('data', ['--import', watchLoop])
  await server.initialize()
  // Loads the tools and opens the vault: what blocks after it is the indexing's.
  await server.call('list_vaults')
  await server.call('get_note', { identifier: sandbox.queries.hub })
  const loading = await readLoop(server, sandbox, 1)
  const idle = monitorEventLoopDelay({ resolution: 1 })
  idle.enable()
  await untilFilled(server, sandbox)
  idle.disable()
  const indexing = await readLoop(server, sandbox, 2)
  await sandbox.untilTidy('data')
  await server.close()
  return { indexing, loading, idle: idle.max / 1e6 - 1 }
}

/** Being asked takes time of the server's: it is, as often as by somebody who watches. */
async function untilFilled(server, sandbox) {
  await sandbox.untilFilled('data', () => server.call('get_vault_info'))
  await untilReady(server)
}

/** A server whose index is there already, on a vault that nobody has changed; then what people ask of it. */
export async function measureWarm(sandbox) {
  const server = sandbox.startServer('data')
  const initializedMs = await server.initialize()
  const info = await untilReady(server)
  const reopenMs = performance.now() - server.startedAt - initializedMs
  const bare = await startBare()
  const calls = {}
  for (const [row, call] of Object.entries(readingCalls(sandbox.queries)))
    calls[row] = await timeBesideBare(server, bare, call)
  await bare.close()
  const result = {
    reopenMs,
    notes: info.index.notes,
    calls,
    tools: await measureToolList(server),
    memory: server.memory(),
  }
  await server.close()
  return result
}

/** Milliseconds from the start of a server's process to its first answer. */
export async function measureInitialize(server) {
  const ms = await server.initialize()
  await server.close()
  return ms
}

/**
 * A server whose index is there already: milliseconds from the start of its process until it introduces itself, and
 * until a search for a word that one note has answers with that note.
 */
export async function measureFirstAnswer(sandbox) {
  const server = sandbox.startServer('data')
  const initialize = await server.initialize()
  const [word, path] = [sandbox.queries.rare.at(-1), sandbox.queries.sample.at(-1)]
  const { results } = await server.call('search_notes', { query: word, limit: 10 })
  const answer = performance.now() - server.startedAt
  if (!results.some(({ id }) => id === path))
    throw new Error(`The first answer to ${word} was without ${path}.`)
  await server.close()
  return { initialize, answer }
}

/** Asks every few milliseconds until the index agrees with the vault. */
export async function untilReady(server) {
  for (;;) {
    const info = await server.call('get_vault_info', { detailed: true })
    if (info.index.state === 'ready') return info
    if (info.index.state === 'unavailable') throw new Error(info.index.freshness)
    await wait(5)
  }
}

/** Bytes of the tool list as it is sent, and of what a model sees of it. */
export async function measureToolList(server) {
  const { tools } = await server.request('tools/list')
  const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return { count: tools.length, sent: byteLength(tools), seen: byteLength(seen) }
}

/** The longest block of the server's event loop since it was last asked. */
export async function readLoop(server, { loopFile }, round) {
  server.signal('SIGUSR2')
  for (;;) {
    const found = existsSync(loopFile) ? JSON.parse(readFileSync(loopFile, 'utf8')) : null
    if (found?.round === round) return found.longest
    await wait(2)
  }
}

function byteLength(value) {
  return Buffer.byteLength(JSON.stringify(value))
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.startsWith('index.sqlite'),
  )
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
