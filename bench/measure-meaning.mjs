import { setTimeout as wait } from 'node:timers/promises'
import { untilReady } from './measure-server.mjs'
import { timeEach } from './statistics.mjs'

/** The same vault with the embedded model: how fast its text becomes vectors, and then what searching by meaning takes. */
export async function measureMeaning(sandbox) {
  sandbox.useModel('use-lite-en-v1')
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilReady(server)
  const started = performance.now()
  const { chunks } = await untilEmbedded(server)
  const embeddingMs = performance.now() - started
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
    memory: server.memory(),
  }
  await server.close()
  sandbox.useModel('none')
  return result
}

async function untilEmbedded(server) {
  for (;;) {
    const { index } = await server.call('get_vault_info', { detailed: true })
    if (index.vectors === 'ready' && index.pending_vectors === 0) return index
    if (index.vectors === 'unavailable') throw new Error(index.vectors_problem)
    // Each call makes the embedding wait for a moment.
    await wait(2_000)
  }
}
