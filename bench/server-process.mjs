import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server under measurement: its process, and MCP as plain lines, so that the client costs next to nothing. */
export class ServerProcess {
  #child
  #waiting = new Map()
  #lastId = 0
  #stderr = ''
  #hasExited = false
  #limitMs
  /** When it was started, on the clock of `performance.now()`. */
  startedAt = performance.now()

  /** `limitMs` is how long a request may take: for servers that may never answer. */
  constructor(args, env = {}, { node = process.execPath, limitMs = null } = {}) {
    this.#limitMs = limitMs
    this.#child = spawn(node, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
    this.#child.stderr.on('data', (text) => (this.#stderr = `${this.#stderr}${text}`.slice(-4_000)))
    this.#child.stdin.on('error', () => undefined)
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line))
    this.exited = new Promise((resolve) => this.#child.once('exit', resolve))
    void this.exited.then(() => {
      this.#hasExited = true
      for (const { reject } of this.#waiting.values()) reject(this.#ended())
    })
  }

  get pid() {
    return this.#child.pid
  }

  /** Resolves with the result of a request. */
  async request(method, params = {}) {
    if (this.#hasExited) throw this.#ended()
    const id = ++this.#lastId
    this.#send({ jsonrpc: '2.0', id, method, params })
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    if (this.#limitMs === null) return await answer
    const limit = setTimeout(() => {
      this.#waiting.get(id)?.reject(new Error(`No answer to ${method} in ${this.#limitMs / 1_000} s.`))
    }, this.#limitMs)
    return await answer.finally(() => clearTimeout(limit))
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

  /** Ends it as a client does, and one that does not end by that. */
  async closeWithin(ms) {
    const kill = setTimeout(() => this.signal('SIGKILL'), ms)
    await this.close()
    clearTimeout(kill)
  }

  #ended() {
    return new Error(`It ended.\n${this.#stderr}`)
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  #receive(line) {
    // Some servers write what is no message to stdout.
    if (!line.startsWith('{')) return
    const { id, result, error } = JSON.parse(line)
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    this.#waiting.delete(id)
    if (error === undefined) waiting.resolve(result)
    else waiting.reject(new Error(error.message))
  }
}
