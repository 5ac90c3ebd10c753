import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess } from '../server-process.mjs'

/** A peer, or flint, on a copy of the vault of its own, with a home of its own. */
export class Contestant {
  peer
  vault
  home
  #sandbox
  #limitMs

  constructor(peer, sandbox, limitMs) {
    this.peer = peer
    this.#sandbox = sandbox
    this.#limitMs = limitMs
    const folder = join(sandbox.folder, 'sides', peer.name)
    rmSync(folder, { recursive: true, force: true })
    this.home = join(folder, 'home')
    mkdirSync(this.home, { recursive: true })
    this.vault = join(folder, 'vault')
    cpSync(sandbox.vault, this.vault, { recursive: true })
    if (peer.wantsFolder !== undefined) mkdirSync(join(this.vault, peer.wantsFolder), { recursive: true })
  }

  start() {
    const { peer, vault } = this
    if (peer.main === undefined)
      return this.#sandbox.startServer(this.#dataFolder, [], { vault, limitMs: this.#limitMs })
    return new ServerProcess([peer.main, ...peer.serverArgs({ vault })], peerEnv(peer, this.home), {
      node: peer.node,
      limitMs: this.#limitMs,
    })
  }

  /** Runs a command of the peer's to its end; the most memory that it had, in megabytes. */
  async run(args) {
    const child = spawn(this.peer.node, [this.peer.main, ...args], {
      env: peerEnv(this.peer, this.home),
      stdio: 'pipe',
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
    let code = null
    const ended = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (status, signal) => resolve((code = status ?? signal)))
    })
    const kill = setTimeout(() => child.kill('SIGKILL'), this.#limitMs).unref()
    let peak = 0
    while (code === null) {
      peak = Math.max(peak, readPeak(child.pid))
      await Promise.race([ended, wait(20)])
    }
    clearTimeout(kill)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}. ${output.join('').slice(-500)}`)
    return peak
  }

  /** Megabytes of its database, or null for one that keeps none. */
  databaseMB() {
    const { peer, home } = this
    const folder = peer.main === undefined ? this.#dataFolder : peer.databaseFolder?.({ home })
    return folder === undefined ? null : sizeOf(folder) / 1e6
  }

  /** Writes to the disk what others have left to be written: it is nobody's work here. */
  async settleDisk() {
    await promisify(execFile)('sync')
  }

  close() {
    rmSync(join(this.vault, '..'), { recursive: true, force: true })
  }

  get noteCount() {
    return this.#sandbox.noteCount
  }

  get #dataFolder() {
    return join(this.home, 'data')
  }
}

/** Everything that a peer keeps lies in a home of its own. */
export function peerEnv(peer, home) {
  return {
    ...process.env,
    HOME: home,
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    DO_NOT_TRACK: '1',
    ...peer.env,
  }
}

/** Zero for a process that is over. */
function readPeak(pid) {
  const file = `/proc/${pid}/status`
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function sizeOf(folder) {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.sqlite(-wal|-shm)?$/.test(entry.name))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
