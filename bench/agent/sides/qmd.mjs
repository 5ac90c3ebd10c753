import { dueIn } from './mcpvault.mjs'

/** It only searches and reads. */
export const qmdJobs = {
  find: async ({ call }) => {
    const [{ file }] = await search(call, 'frost seedlings', 5)
    return (await call('get', { file })).text
  },
  // Its search gives twenty notes at most.
  backlinks: async ({ call }) =>
    (await call('multi_get', { pattern: 'v/plants/*.md' })).text.match(/\[\[Garden\]\]/g)?.length,
  due: async ({ call }) => {
    const [{ file }] = await search(call, 'due', 5)
    return dueIn((await call('get', { file })).text)
  },
  tagged: async ({ call }) => (await search(call, 'variety', 10)).length,
}

async function search(call, query, limit) {
  const searches = [{ type: 'lex', query }]
  return (await call('query', { searches, rerank: false, limit })).structured.results
}
