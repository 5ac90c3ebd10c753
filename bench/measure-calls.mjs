import { fileURLToPath } from 'node:url'
import { ServerProcess } from './server-process.mjs'

const bareServer = fileURLToPath(new URL('bare-server.mjs', import.meta.url))

/** Starts the server that gives back what it is called with. */
export async function startBare() {
  const bare = new ServerProcess([bareServer])
  await bare.initialize()
  return bare
}

/** Calls that only read, by the row that they are, as `queries` has what to ask: each a tool and a list of arguments. */
export function readingCalls({ rare, common, two, sample }) {
  const searches = (queries) => queries.map((query) => ({ query, limit: 10 }))
  const notes = sample.map((identifier) => ({ identifier }))
  const same = (args) => sample.map(() => args)
  return {
    'search, rare words': ['search_notes', searches(rare)],
    'search, words in most notes': ['search_notes', searches(common)],
    'search, two words': ['search_notes', searches(two)],
    get_note: ['get_note', notes],
    get_backlinks: ['get_backlinks', notes],
    list_notes: ['list_notes', same({ limit: 20 })],
    get_tags: ['get_tags', same({})],
    get_vault_info: ['get_vault_info', same({})],
  }
}

/**
 * Milliseconds that each call takes, and milliseconds that the bare server takes to give back what flint has answered, in turn:
 * what the machine does meanwhile is the same for both.
 */
export async function timeBesideBare(server, bare, [tool, inputs]) {
  const times = { flint: [], bare: [] }
  for (const args of inputs) {
    const started = performance.now()
    const answer = await server.call(tool, args)
    const answered = performance.now()
    await bare.call('echo', answer)
    times.flint.push(answered - started)
    times.bare.push(performance.now() - answered)
  }
  return times
}
