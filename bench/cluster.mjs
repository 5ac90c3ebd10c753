// What a call costs that one server passes on to another, and what three servers on one machine get done beside one:
// npm run bench:cluster
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../scripts/postgres/find-postgres.mjs'

const calls = Number(process.argv[2] ?? 400)
const vaults = 6
const flint = fileURLToPath(new URL('../dist/app/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flint-bench-'))
const children = []

try {
  const url = await startPostgres()
  const entries = {}
  for (let number = 0; number < vaults; number++) {
    const root = join(folder, `vault-${number}`)
    mkdirSync(root)
    for (let note = 0; note < 200; note++)
      writeFileSync(join(root, `note-${note}.md`), `# Note ${note}\n\nWords about subject ${note % 17}.\n`)
    entries[`vault-${number}`] = { name: `vault-${number}`, path: root }
  }
  const one = await startServer('one', url, entries)
  const token = execFileSync(process.execPath, [flint, 'token', 'create', 'bench'], { env: one.env })
    .toString()
    .trim()
  const alone = await throughput([one], token)
  const others = [await startServer('two', url, {}), await startServer('three', url, {})]
  const servers = [one, ...others]
  // The first has opened all: it hands some over, so that each holds two.
  await Promise.all([one.stop(), pause(200)])
  servers[0] = await startServer('one', url, entries)
  for (let number = 0; number < vaults; number++) await call(servers[number % 3], token, read(number))
  const { direct, passed } = await hopCost(servers, token)
  console.log(
    `a read where its vault is served: median ${ms(direct)}; passed on: ${ms(passed)}; allowed: ${ms(direct * 1.5 + 2)}`,
  )
  const together = await throughput(servers, token)
  console.log(
    `reads a second at one server: ${alone.toFixed(0)}; at three on this machine: ${together.toFixed(0)}`,
  )
} finally {
  for (const child of children) child.kill('SIGKILL')
  await pause(300)
  rmSync(folder, { recursive: true, force: true })
}

/** Each vault asked at each server, in turn: the quickest of them serves it. */
async function hopCost(servers, token) {
  const times = { direct: [], passed: [] }
  for (let number = 0; number < vaults; number++) {
    const taken = servers.map(() => [])
    for (let turn = 0; turn < calls / vaults; turn++) {
      for (const [index, server] of servers.entries()) {
        const began = performance.now()
        await call(server, token, read(number, turn))
        taken[index].push(performance.now() - began)
      }
    }
    const [first, ...rest] = taken.map(median).sort((a, b) => a - b)
    times.direct.push(first)
    times.passed.push(...rest)
  }
  return { direct: median(times.direct), passed: median(times.passed) }
}

async function throughput(servers, token) {
  const clients = 12
  const each = Math.ceil(calls / 4)
  for (let number = 0; number < vaults; number++) await call(servers[0], token, read(number))
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; turn < each; turn++)
        await call(servers[client % servers.length], token, read((client + turn) % vaults, turn))
    }),
  )
  return (clients * each * 1_000) / (performance.now() - began)
}

function read(vault, turn = 0) {
  return { name: 'get_note', arguments: { vault_id: `vault-${vault}`, identifier: `note-${turn % 200}.md` } }
}

async function call({ address }, token, params) {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const answer = await response.json()
  if (answer.result?.isError !== false) throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer)}`)
}

async function startServer(name, url, entries) {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'config.yml'),
    JSON.stringify({ vaults: entries, search: { model: 'none' }, cluster: { url } }),
  )
  const env = { ...process.env, FLINT_CONFIG_DIR: home, FLINT_DATA_DIR: join(home, 'data') }
  const child = spawn(process.execPath, [flint, 'serve', '--http', '--port', '0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  const address = await new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      said += data
      const found = /serves MCP at (\S+)/.exec(said)
      if (found !== null) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(said)))
  })
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return { address, env, stop }
}

async function startPostgres() {
  const programs = findPostgres()
  if (programs === null) throw new Error('There is no PostgreSQL here.')
  const place = mkdtempSync(join(tmpdir(), 'flint-bench-postgres-'))
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if ('uid' in user) chownSync(place, user.uid, user.gid)
  const data = join(place, 'data')
  const options = { ...user, cwd: place, env: { PATH: process.env.PATH, LC_ALL: 'C' }, stdio: 'ignore' }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'flint', '-A', 'trust', '--no-locale', '-E', 'UTF8'],
    options,
  )
  const port = await freePort()
  const settings = ['-p', port, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${place}`]
  children.push(spawn(join(programs, 'postgres'), ['-D', data, ...settings.map(String)], options))
  await pause(3_000)
  return `postgres://flint@127.0.0.1:${port}/postgres`
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}

function ms(value) {
  return `${value.toFixed(2)} ms`
}
