// node bench/while-embedding.mjs [NOTES]: how much longer a tool call takes while the vault's notes are being embedded.
// The same calls run by turns with embedding going on and with it paused, in one process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbedderPool } from '../dist/src/embed/embedder-pool.js'
import { createHub } from '../dist/src/registry/vault-hub.js'
import { callTool } from '../dist/src/call/call-tool.js'
import { allTools } from '../dist/src/tools/index.js'
import { openVault } from '../dist/src/vault/open-vault.js'
import { generateVault } from './generate-vault.mjs'
import { quantile } from './statistics.mjs'

const count = Number(process.argv[2] ?? 10_000)
const rounds = 12
const callsPerRound = 12
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const folder = mkdtempSync(join(tmpdir(), 'flint-embedding-'))
const notes = join(folder, 'notes')
generateVault(notes, count)
writeFileSync(join(folder, 'config.yml'), '')
const embedders = new EmbedderPool()
let isPaused = false
const hub = createHub({
  configFolder: folder,
  dataFolder: join(folder, 'data'),
  cwd: folder,
  env: { HOME: folder },
  vault: notes,
  openVault: (vault) =>
    openVault({
      ...vault,
      openEmbedder: (model) => embedders.open({ model, modelFolder: folder }),
      isPaused: async () => isPaused,
    }),
  log: silent,
  now: () => new Date(),
})

try {
  const vault = await hub.open((await hub.current()).id)
  const info = async () => (await call('get_vault_info', { detailed: true })).index
  while ((await info()).vectors !== 'embedding') await wait(200)
  const before = await info()
  const started = performance.now()
  const times = {}
  const calls = {
    get_note: (at) => call('get_note', { identifier: path(at) }),
    list_notes: () => call('list_notes', { limit: 20 }),
    'search_notes keyword': (at) => call('search_notes', { query: words(at), mode: 'keyword' }),
    'search_notes auto': (at) => call('search_notes', { query: words(at) }),
  }
  const { notes: listed } = await call('list_notes', { limit: 100 })
  function path(at) {
    return listed[at % listed.length].id
  }
  function words(at) {
    return listed[at % listed.length].title.replace(/ \d+$/, '')
  }
  let embedding = 0
  for (let round = 0; round < rounds; round++) {
    isPaused = round % 2 === 1
    // It is looked at every second.
    await wait(1_500)
    const from = performance.now()
    for (let at = 0; at < callsPerRound; at++) {
      for (const [name, run] of Object.entries(calls)) {
        const start = performance.now()
        await run(round * callsPerRound + at)
        times[name] ??= { paused: [], embedding: [] }
        times[name][isPaused ? 'paused' : 'embedding'].push(performance.now() - start)
        // As an agent calls: not without a breath between.
        await wait(10)
      }
    }
    if (!isPaused) embedding += performance.now() - from + 1_500
  }
  const after = await info()
  console.log(
    `${count} notes, ${before.chunks} passages; ${(((before.pending_vectors - after.pending_vectors) / embedding) * 1_000).toFixed(0)} embedded a second, in ${((performance.now() - started) / 1_000).toFixed(0)} s\n`,
  )
  console.log('| call | p50 ms without | p50 ms while embedding | ratio |')
  console.log('| --- | --- | --- | --- |')
  for (const [name, { paused, embedding: busy }] of Object.entries(times)) {
    const [without, during] = [paused, busy].map((list) =>
      quantile(
        list.toSorted((a, b) => a - b),
        0.5,
      ),
    )
    console.log(
      `| ${name} | ${without.toFixed(1)} | ${during.toFixed(1)} | ${(during / without).toFixed(2)} |`,
    )
  }
} finally {
  await hub.close()
  await embedders.close()
  rmSync(folder, { recursive: true, force: true })
}

async function call(tool, args) {
  const { structuredContent } = await callTool(allTools, tool, args, {
    vaults: hub,
    session: { id: 'bench' },
    log: silent,
    now: () => new Date(),
    signal: new AbortController().signal,
    strictOutput: false,
  })
  return structuredContent
}
