import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { embeddedModelFolder, modelFileName } from '../dist/src/embed/embedded-model.js'
import { openUseLite } from '../dist/src/embed/use-lite-runner.js'
import { fillVectors } from './made-up-vectors.mjs'
import { untilReady } from './measure-server.mjs'
import { timeEach } from './statistics.mjs'

/**
 * The same vault with the embedded model: how fast its text becomes vectors, unless they are made up, and then what
 * searching by meaning takes.
 */
export async function measureMeaning(sandbox, { isMadeUp }) {
  if (isMadeUp) fillVectors(join(sandbox.folder, 'data'))
  sandbox.useModel('use-lite-en-v1')
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilReady(server)
  const started = performance.now()
  const { chunks } = await untilEmbedded(server)
  const embeddingMs = isMadeUp ? null : performance.now() - started
  const { rare, common, two } = sandbox.queries
  const queries = [...rare, ...common, ...two]
  const search = (mode) => (query) => server.call('search_notes', { query, mode, limit: 10 })
  // The first loads the vectors.
  await search('auto')(two[0])
  const result = {
    chunks,
    embeddingMs,
    keyword: await timeEach(queries, search('keyword')),
    auto: await timeEach(queries, search('auto')),
    semantic: await timeEach(queries, search('semantic')),
    // Once its code is compiled and the vectors' pages have been read.
    autoAgain: await timeEach(queries, search('auto')),
    memory: server.memory(),
  }
  await server.close()
  sandbox.useModel('none')
  return { ...result, windows: await measureModel() }
}

/** How many windows of 128 tokens the embedded model reads in a second, on the one thread that it gets. */
async function measureModel() {
  const runner = await openUseLite(join(embeddedModelFolder, modelFileName))
  const windows = Array.from({ length: 4 }, (_, row) =>
    Array.from({ length: 128 }, (_, at) => 6 + ((row * 997 + at * 131) % 7_000)),
  )
  await runner.run(windows)
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < 2_000; count += windows.length) await runner.run(windows)
  const seconds = (performance.now() - started) / 1_000
  await runner.close()
  return count / seconds
}

async function untilEmbedded(server) {
  for (;;) {
    const { index } = await server.call('get_vault_info', { detailed: true })
    const { vectors, pending_vectors: pending, own_model: own = 'whole' } = index
    // The vault's own model is made in a thread of its own, for seconds: searches are measured once it is whole.
    if (vectors === 'ready' && pending === 0 && (own === 'whole' || own === 'not needed')) return index
    if (index.vectors === 'unavailable') throw new Error(index.vectors_problem)
    // Each call makes the embedding wait for a moment.
    await wait(2_000)
  }
}
