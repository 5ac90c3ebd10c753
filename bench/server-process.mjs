import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server under measurement: its process, and MCP as plain lines, so that the client costs next to nothing. */
export class ServerProcess {
  #child
  #waiting = new Map()
  #lastId = 0
  #stderr = ''
  /** When it was started, on the clock of `performance.now()`. */
  startedAt = performance.now()

  constructor(args, env = {}) {
    this.#child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
    this.#child.stderr.on('data', (text) => (this.#stderr = `${this.#stderr}${text}`.slice(-4_000)))
    this.#child.stdin.on('error', () => undefined)
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line))
    this.exited = new Promise((resolve) => this.#child.once('exit', resolve))
    void this.exited.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`It ended.\n${this.#stderr}`))
    })
  }

  get pid() {
    return this.#child.pid
  }

  /** Resolves with the result of a request. */
  async request(method, params = {}) {
    const id = ++this.#lastId
    this.#send({ jsonrpc: '2.0', id, method, params })
    return await new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  /** Resolves once the server has introduced itself, with the milliseconds since its process was started. */
  async initialize() {
    const clientInfo = { name: 'bench', version: '1' }
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    const ms = performance.now() - this.startedAt
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return ms
  }

  /** The complete result of a tool. A failed call fails the benchmark. */
  async call(name, args = {}) {
    const { isError, structuredContent } = await this.request('tools/call', { name, arguments: args })
    if (isError) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`)
    return structuredContent
  }

  /** Megabytes that the process has in memory now, and the most it ever had. */
  memory() {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    const read = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    return { now: read('VmRSS'), peak: read('VmHWM') }
  }

  signal(name) {
    this.#child.kill(name)
  }

  async close() {
    this.#child.stdin.end()
    await this.exited
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #receive(line) {
    const { id, result, error } = JSON.parse(line)
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(result)
    else waiting.reject(new Error(error.message))
  }
}
