// How long it takes until another server serves a vault whose holder was killed, with its vectors, which lie in PostgreSQL:
// npm run bench:take-over [TIMES] [NOTES]
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { embeddedModel } from '../dist/src/embed/embedded-model.js'
import { call, newToken, withServers } from './cluster-servers.mjs'
import { generateVault } from './generate-vault.mjs'
import { vectorsFor } from './made-up-vectors.mjs'

const times = Number(process.argv[2] ?? 10)
const notes = Number(process.argv[3] ?? 10_000)
const flint = fileURLToPath(new URL('../dist/app/main.js', import.meta.url))
const vault_id = 'large'
const said = { first: 'the first answer', words: 'all words are found', vectors: 'all vectors are there' }

await withServers(async ({ folder, url, start }) => {
  const root = join(folder, vault_id)
  generateVault(root, notes)
  const vaults = { [vault_id]: { name: vault_id, path: root } }
  const first = await start('first', { vaults })
  const token = newToken(first)
  await until(async () => (await stateOf(first, token)).state === 'ready')
  await first.stop()
  console.log(`${notes} notes, ${await keepVectors(url, vectorsFor(join(first.home, 'data')))} vectors`)
  const search = {}
  let holder = await start('holder', { search })
  await whole(holder, token)
  for (const kind of ['that stands by', 'without an index', 'with one of before']) {
    const taken = { first: [], words: [], vectors: [] }
    for (let turn = 0; turn < times; turn++) {
      // The last two servers that had none are those that come back.
      const name = kind === 'with one of before' ? Math.max(0, times - 2) + (turn % 2) : turn
      const next = await start(`${kind === 'that stands by' ? 'standby' : 'server'}-${name}`, { search })
      if (kind === 'that stands by') await until(() => statusOf(next).vaults[0].prepared !== null, 500)
      await holder.stop('SIGKILL')
      const began = performance.now()
      const since = () => performance.now() - began
      await call(next, token, 'get_vault_info', { vault_id })
      taken.first.push(since())
      await until(async () => (await stateOf(next, token)).state === 'ready')
      taken.words.push(since())
      await whole(next, token)
      taken.vectors.push(since())
      holder = next
    }
    for (const [what, list] of Object.entries(taken))
      console.log(`${kind}, until ${said[what]}: median ${s(at(list, 0.5))}, p95 ${s(at(list, 0.95))}`)
  }
})

function statusOf({ env }) {
  return JSON.parse(execFileSync(process.execPath, [flint, 'cluster', 'status', '--json'], { env }))
}

/** Until every passage has its vector. Embedding yields to calls: it is asked seldom. */
async function whole(server, token) {
  await until(async () => {
    const { state, pending_vectors: pending, vectors } = await stateOf(server, token)
    return state === 'ready' && pending === 0 && vectors === 'ready'
  }, 500)
}

async function stateOf(server, token) {
  return (await call(server, token, 'get_vault_info', { vault_id, detailed: true })).index
}

/** Puts made-up vectors where the servers look for them: to embed so much would take long and show nothing. */
async function keepVectors(url, vectors) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=flint' })
  await client.connect()
  for (let from = 0; from < vectors.length; from += 1_000) {
    const some = vectors.slice(from, from + 1_000)
    await client.query(
      'insert into vector (model, hash, numbers, used) select $1, hash, numbers, current_date from unnest($2::text[], $3::bytea[]) as row (hash, numbers)',
      [embeddedModel.id, some.map(({ hash }) => hash), some.map(({ vector }) => Buffer.from(vector.buffer))],
    )
  }
  await client.end()
  return vectors.length
}

async function until(isSo, everyMs = 20) {
  while (!(await isSo())) await pause(everyMs)
}

function at(list, share) {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

function s(value) {
  return `${(value / 1_000).toFixed(2)} s`
}
