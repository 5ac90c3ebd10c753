import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '../scripts/postgres/find-postgres.mjs'
import { freePort } from '../test/support/free-port.ts'

const flint = fileURLToPath(new URL('../dist/app/main.js', import.meta.url))

/** Servers that share vaults by a PostgreSQL of their own. They and their folder are gone afterwards. */
export async function withServers(use) {
  const folder = mkdtempSync(join(tmpdir(), 'flint-bench-'))
  // The user that it runs as may not look into the other one.
  const place = mkdtempSync(join(tmpdir(), 'flint-bench-postgres-'))
  const children = []
  try {
    const url = await startPostgres(children, place)
    await use({ folder, url, start: (name, own) => startServer(children, { folder, url, name, ...own }) })
  } finally {
    for (const child of children) child.kill('SIGKILL')
    for (const sockets of idle.values()) for (const socket of sockets) socket.destroy()
    await pause(300)
    for (const made of [folder, place]) rmSync(made, { recursive: true, force: true })
  }
}

export function newToken({ env }) {
  return execFileSync(process.execPath, [flint, 'token', 'create', 'bench'], { env }).toString().trim()
}

/** What a tool answers; an error where it fails. */
export async function call({ address }, token, name, args) {
  const { hostname, port, pathname } = new URL(address)
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `authorization: Bearer ${token}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const text = await ask(hostname, Number(port), `${head.join('\r\n')}\r\n\r\n${body}`)
  const answer = JSON.parse(text)
  if (answer.result?.isError !== false) throw new Error(text)
  return answer.result.structuredContent
}

// Clients share the machine with the servers: what they take of it is not what is measured. `fetch` takes five times as much.
const idle = new Map()

/** The body of the answer to a request, over a connection that stays open for the next one. */
async function ask(host, port, text) {
  const free = idle.get(port) ?? []
  idle.set(port, free)
  const socket = free.pop() ?? open(host, port, free)
  return await new Promise((resolve, reject) => {
    let got = Buffer.alloc(0)
    let end = null
    const fail = (error) => reject(error ?? new Error('The server has closed the connection.'))
    const hear = (chunk) => {
      got = got.length === 0 ? chunk : Buffer.concat([got, chunk])
      if (end === null) {
        const at = got.indexOf('\r\n\r\n')
        if (at === -1) return
        const length = /\r\ncontent-length: (\d+)/i.exec(got.toString('latin1', 0, at))
        if (length === null) return reject(new Error(got.toString()))
        end = { from: at + 4, to: at + 4 + Number(length[1]) }
      }
      if (got.length < end.to) return
      socket.off('data', hear).off('error', fail).off('close', fail)
      free.push(socket)
      resolve(got.toString('utf8', end.from, end.to))
    }
    socket.on('data', hear).once('error', fail).once('close', fail)
    socket.write(text)
  })
}

/** One that its server ends is not asked again. */
function open(host, port, free) {
  const socket = connect({ host, port, noDelay: true })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (free.includes(socket)) free.splice(free.indexOf(socket), 1)
  })
  return socket
}

async function startServer(children, { folder, url, name, vaults = {}, search = { model: 'none' } }) {
  const home = join(folder, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.yml'), JSON.stringify({ vaults, search, cluster: { url } }))
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
  const stop = async (signal = 'SIGTERM') => {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return { address, env, home, stop }
}

async function startPostgres(children, place) {
  const programs = findPostgres()
  if (programs === null) throw new Error('There is no PostgreSQL here.')
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
