// Many clients at once over HTTP, reading and writing in three vaults: node bench/http-clients.mjs [--seconds 60]
// [--clients 50] [--notes 300] [--warm-up 60] [--server FILE] [--editor]. Every write is looked for in the files afterwards. Fails
// on an error or a lost write. After the warm-up what a server needs the first time is in memory, and every thread has collected garbage.
// With --editor somebody changes each vault behind the server's back as well, and clients remove what they made a while ago, so that
// the vaults stay as large as they are. Then it fails, too, when a file is not as it was left, when an index is not equal to one
// built from nothing, and when the server has 10 % more memory in the last sixth of the time than in the first one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Editor } from './editor.mjs'
import { median, quantile } from './statistics.mjs'
import { differences, lostLines, wrongFiles } from './vaults-at-rest.mjs'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '50' },
    notes: { type: 'string', default: '300' },
    'warm-up': { type: 'string', default: '60' },
    editor: { type: 'boolean', default: false },
    // Another build's `main.js`.
    server: { type: 'string', default: fileURLToPath(new URL('../dist/app/main.js', import.meta.url)) },
  },
})
const seconds = Number(values.seconds)
const clientCount = Number(values.clients)
const noteCount = Number(values.notes)
const warmUpSeconds = Number(values['warm-up'])
const flint = values.server
/** Notes that a client leaves of those it made. */
const made = values.editor ? 25 : Infinity
const editorPauseMs = 100
const samples = seconds >= 1_200 ? 60 : 20
/** At most so much more memory at the end than at the start. */
const mostGrowth = 1.1
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

const server = await startServer(env)
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
  let writes = 0
  const memory = []
  const remember = () => memory.push(residentMb(server.child.pid))
  const editors = values.editor ? ids.map(startEditor) : []
  await liveUntil(performance.now() + warmUpSeconds * 1_000, 'warm')
  times = { read: [], write: [] }
  remember()
  const started = performance.now()
  const sampling = setInterval(remember, Math.max(1_000, (seconds * 1_000) / samples))
  await liveUntil(started + seconds * 1_000, 'measured')
  clearInterval(sampling)
  const took = (performance.now() - started) / 1_000
  remember()
  for (const editor of editors) await editor.stop()
  const lost = [...lostLines(appended), ...lostNotes(created)]
  const wrong = editors.flatMap(({ id, texts }) => wrongFiles(join(folder, id), textsOf(id, texts, created)))
  await Promise.all(clients.map((client) => client.close()))
  report({ times, errors, lost, took, writes, idleMb, memory })
  if (!values.editor) return errors.length + lost.length === 0 ? 0 : 1
  const unequal = await compareIndexes()
  const changes = editors.reduce((sum, editor) => sum + editor.changes(), 0)
  const isFlat = reportEditor({ changes, wrong, unequal, memory })
  return errors.length + lost.length + wrong.length + unequal.length === 0 && isFlat ? 0 : 1

  async function liveUntil(end, phase) {
    await Promise.all(clients.map((client, index) => live(client, index, end, phase)))
  }

  async function live(client, index, end, phase) {
    const random = numbersFrom(index + 1)
    const own = []
    for (let round = 0; performance.now() < end; round += 1) {
      const vault_id = ids[Math.floor(random() * ids.length)]
      const mark = `client ${index} ${phase} ${round}`
      const pick = random()
      if (pick < 0.15) {
        const identifier = `log-${Math.floor(random() * 5)}.md`
        const args = { vault_id, identifier, content: `${mark} end\n` }
        if ((await timed('write', client, 'append_to_note', args)) !== null) {
          writes += 1
          appended.set(`${mark} end`, join(folder, vault_id, identifier))
        }
      } else if (pick < 0.25) {
        const path = `made/${phase}-${index}-${round}.md`
        const args = { vault_id, title: mark, path, content: sentence(random) }
        if ((await timed('write', client, 'create_note', args)) !== null) {
          writes += 1
          created.set(join(folder, vault_id, path), mark)
          own.push({ vault_id, identifier: path })
        }
        if (own.length > made) await remove(client, own.shift())
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

  async function remove(client, note) {
    const args = { ...note, mode: 'permanent', confirm: true }
    if ((await timed('write', client, 'delete_note', args)) === null) return
    writes += 1
    created.delete(join(folder, note.vault_id, note.identifier))
  }

  async function timed(kind, client, name, args) {
    const before = performance.now()
    try {
      const { isError, structuredContent } = await client.callTool({ name, arguments: args })
      times[kind].push(performance.now() - before)
      if (!isError) return structuredContent
      errors.push(`${name}: ${JSON.stringify(structuredContent.error)}`)
    } catch (error) {
      errors.push(`${name} at ${new Date().toISOString()}: ${error}; ${error.cause}`)
    }
    return null
  }
}

/** Notes that were answered as made and are not there. */
function lostNotes(created) {
  return [...created]
    .filter(([file, title]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title))
    .map(([file]) => file)
}

function startEditor(id, index) {
  const random = numbersFrom(index + 10_000)
  const editor = new Editor(join(folder, id), {
    shared: Array.from({ length: noteCount }, (_, note) => `note-${note}.md`),
    random,
    sentence: (length) => sentence(random, length),
  })
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      await editor.changeSomething()
      await wait(editorPauseMs)
    }
  })()
  const stop = async () => {
    isStopped = true
    await done
  }
  return { id, texts: editor.texts, changes: () => editor.changes, stop }
}

/** Every file that must be in a vault, with its text where clients did not write it. */
function textsOf(id, edited, created) {
  const notes = Array.from({ length: noteCount }, (_, index) => [`note-${index}.md`, noteText(index)])
  const logs = Array.from({ length: 5 }, (_, index) => [`log-${index}.md`, null])
  const inThis = [...created.keys()].map((file) => relative(join(folder, id), file))
  const new_ = inThis.filter((path) => !path.startsWith('..')).map((path) => [path, null])
  return new Map([...notes, ...logs, ...new_, ...edited])
}

/** Where the indexes are not what another server, which begins with none, makes of the same vaults. */
async function compareIndexes() {
  const data = join(folder, 'other data')
  const other = await startServer({ ...env, FLINT_DATA_DIR: data })
  const client = await connect(0, other.url)
  for (const id of ids) await waitUntilReady(client, id)
  await client.close()
  other.child.kill('SIGTERM')
  await other.ended
  return await differences(env.FLINT_DATA_DIR, data)
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

/** Whether memory is flat. */
function reportEditor({ changes, wrong, unequal, memory }) {
  const sixth = Math.ceil(memory.length / 6)
  const [start, end] = [memory.slice(0, sixth), memory.slice(-sixth)].map(median)
  const growth = end / start
  console.log(`editor       ${changes} changes; ${wrong.length} files not as they were left`)
  console.log(`index        ${unequal.length} rows unlike one built from nothing`)
  console.log(
    `flat memory  ${start.toFixed(0)} MB in the first sixth, ${end.toFixed(0)} MB in the last: ${((growth - 1) * 100).toFixed(1)} % more`,
  )
  for (const problem of [...wrong, ...unequal].slice(0, 20)) console.error(problem)
  return growth <= mostGrowth
}

async function connect(index, url = server.url) {
  const info = { name: `bench ${index}`, version: '1' }
  if (index % 2 === 0) {
    const client = new OldClient(info)
    await client.connect(new OldTransport(new URL(url)))
    return client
  }
  const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new NewTransport(new URL(url)))
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

async function startServer(env) {
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
