// Many clients at once over HTTP, reading and writing in three vaults: node bench/http-clients.mjs [--seconds 60]
// [--clients 50] [--notes 300] [--warm-up 60] [--server FILE]. Every write is looked for in the files afterwards. Fails on an error or a
// lost write. After the warm-up what a server needs the first time is in memory, and every thread has collected garbage.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { quantile } from './statistics.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '50' },
    notes: { type: 'string', default: '300' },
    'warm-up': { type: 'string', default: '60' },
    // Another build's `main.js`.
    server: { type: 'string', default: fileURLToPath(new URL('../dist/app/main.js', import.meta.url)) },
  },
})
const seconds = Number(values.seconds)
const clientCount = Number(values.clients)
const noteCount = Number(values.notes)
const warmUpSeconds = Number(values['warm-up'])
const flint = values.server
const ids = ['amber', 'birch', 'cedar']
const words = 'lamp walnut soup river stone paper garden winter letter bridge music salt engine cloud'.split(
  ' ',
)

const folder = mkdtempSync(join(tmpdir(), 'flint-bench-http-'))
for (const id of ids) {
  mkdirSync(join(folder, id))
  for (let index = 0; index < noteCount; index += 1)
    writeFileSync(join(folder, id, `note-${index}.md`), noteText(index))
  for (let index = 0; index < 5; index += 1)
    writeFileSync(join(folder, id, `log-${index}.md`), `# Log ${index}\n`)
}
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  FLINT_CONFIG_DIR: join(folder, 'config'),
  FLINT_DATA_DIR: join(folder, 'data'),
}
mkdirSync(env.FLINT_CONFIG_DIR)
const vaults = Object.fromEntries(ids.map((id) => [id, { name: id, path: join(folder, id) }]))
writeFileSync(join(env.FLINT_CONFIG_DIR, 'config.yml'), JSON.stringify({ vaults, current_vault: ids[0] }))

const server = await startServer()
try {
  process.exitCode = await measure()
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const clients = await Promise.all(Array.from({ length: clientCount }, (_, index) => connect(index)))
  // What opening and indexing take is not what is measured here.
  for (const id of ids) await waitUntilReady(clients[0], id)
  const idleMb = residentMb(server.child.pid)
  let times = { read: [], write: [] }
  const errors = []
  const appended = new Map()
  const created = new Map()
  const memory = []
  const remember = () => memory.push(residentMb(server.child.pid))
  await liveUntil(performance.now() + warmUpSeconds * 1_000, 'warm')
  times = { read: [], write: [] }
  remember()
  const started = performance.now()
  const sampling = setInterval(remember, Math.max(1_000, (seconds * 1_000) / 20))
  await liveUntil(started + seconds * 1_000, 'measured')
  clearInterval(sampling)
  const took = (performance.now() - started) / 1_000
  remember()
  const lost = countLost(appended, created)
  await Promise.all(clients.map((client) => client.close()))
  report({ times, errors, lost, took, writes: appended.size + created.size, idleMb, memory })
  return errors.length + lost.length === 0 ? 0 : 1

  async function liveUntil(end, phase) {
    await Promise.all(clients.map((client, index) => live(client, index, end, phase)))
  }

  async function live(client, index, end, phase) {
    const random = numbersFrom(index + 1)
    for (let round = 0; performance.now() < end; round += 1) {
      const vault_id = ids[Math.floor(random() * ids.length)]
      const mark = `client ${index} ${phase} ${round}`
      const pick = random()
      if (pick < 0.15) {
        const identifier = `log-${Math.floor(random() * 5)}.md`
        const args = { vault_id, identifier, content: `${mark} end\n` }
        if ((await timed('write', client, 'append_to_note', args)) !== null)
          appended.set(`${mark} end`, join(folder, vault_id, identifier))
      } else if (pick < 0.25) {
        const path = `made/${phase}-${index}-${round}.md`
        const args = { vault_id, title: mark, path, content: sentence(random) }
        if ((await timed('write', client, 'create_note', args)) !== null)
          created.set(join(folder, vault_id, path), mark)
      } else if (pick < 0.55) {
        await timed('read', client, 'search_notes', { vault_id, query: sentence(random, 2), limit: 5 })
      } else if (pick < 0.85) {
        const identifier = `note-${Math.floor(random() * noteCount)}.md`
        await timed('read', client, 'get_note', { vault_id, identifier })
      } else {
        await timed('read', client, 'get_backlinks', { vault_id, identifier: 'note-1.md', limit: 10 })
      }
    }
  }

  async function timed(kind, client, name, args) {
    const before = performance.now()
    try {
      const { isError, structuredContent } = await client.callTool({ name, arguments: args })
      times[kind].push(performance.now() - before)
      if (!isError) return structuredContent
      errors.push(`${name}: ${JSON.stringify(structuredContent.error)}`)
    } catch (error) {
      errors.push(`${name}: ${error}`)
    }
    return null
  }
}

/** What was answered as written and is not in the files, or is there twice. */
function countLost(appended, created) {
  const texts = new Map()
  const linesOf = (file) => {
    if (!texts.has(file)) texts.set(file, readFileSync(file, 'utf8').split('\n'))
    return texts.get(file)
  }
  const missing = [...appended].filter(
    ([line, file]) => linesOf(file).filter((text) => text === line).length !== 1,
  )
  const there = new Set(ids.flatMap((id) => made(id)))
  const gone = [...created].filter(
    ([file, title]) => !there.has(file) || !readFileSync(file, 'utf8').includes(title),
  )
  return [...missing, ...gone].map(([what]) => what)
}

function made(id) {
  const place = join(folder, id, 'made')
  try {
    return readdirSync(place).map((name) => join(place, name))
  } catch {
    return []
  }
}

function report({ times, errors, lost, took, writes, idleMb, memory }) {
  const all = [...times.read, ...times.write]
  const ms = (list, share) => `${quantile(list, share).toFixed(0)} ms`
  const row = (name, list) =>
    `${name.padEnd(7)}${String(list.length).padStart(7)}   p50 ${ms(list, 0.5)}   p95 ${ms(list, 0.95)}   p99 ${ms(list, 0.99)}`
  console.log(`${clientCount} clients, ${ids.length} vaults of ${noteCount} notes, ${took.toFixed(0)} s`)
  console.log(`${(all.length / took).toFixed(0)} calls a second`)
  console.log(row('reads', times.read))
  console.log(row('writes', times.write))
  console.log(row('all', all))
  console.log(`errors       ${errors.length}`)
  console.log(`lost writes  ${lost.length} of ${writes}`)
  const middle = memory[Math.floor(memory.length / 2)]
  const shown = [idleMb, memory[0], middle, memory.at(-1), Math.max(...memory)]
  const [idle, start, half, end, most] = shown.map((mb) => `${mb.toFixed(0)} MB`)
  console.log(`memory       before ${idle}; start ${start}, middle ${half}, end ${end}, most ${most}`)
  console.log(`growth       ${(memory.at(-1) / memory[0]).toFixed(2)} from start to end`)
  for (const problem of [...errors, ...lost].slice(0, 10)) console.error(problem)
}

async function connect(index) {
  const info = { name: `bench ${index}`, version: '1' }
  if (index % 2 === 0) {
    const client = new OldClient(info)
    await client.connect(new OldTransport(new URL(server.url)))
    return client
  }
  const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new NewTransport(new URL(server.url)))
  return client
}

async function waitUntilReady(client, vault_id) {
  for (;;) {
    const args = { vault_id, limit: 1 }
    const { structuredContent } = await client.callTool({ name: 'list_notes', arguments: args })
    if (structuredContent.total >= noteCount + 5 && structuredContent.freshness === undefined) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function startServer() {
  const child = spawn(process.execPath, [flint, 'serve', '--http', '--port', '0', '--log-level', 'error'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const lines = createInterface(child.stderr)
  const url = await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [, found] = /serves MCP at (\S+)/.exec(line) ?? []
      if (found === undefined) console.error(line)
      else resolve(found)
    })
    void ended.then(() => reject(new Error('The server did not start. Is it built?')))
  })
  return { child, ended, url }
}

function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function noteText(index) {
  const random = numbersFrom(index + 1_000)
  const link = `[[note-${Math.floor(random() * 20)}]]`
  return `# Note ${index}\n\n${Array.from({ length: 6 }, () => sentence(random)).join('\n\n')}\n\nSee ${link}.\n`
}

function sentence(random, length = 12) {
  return Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ')
}

/** The same numbers on every run. */
function numbersFrom(seed) {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
