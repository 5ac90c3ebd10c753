import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TokenBook, type TokenGrant } from '../../src/access/token-book.ts'
import { openShared, type SharedStores } from '../../src/cluster/open-cluster.ts'
import { fileRegistry } from '../../src/registry/registry-store.ts'
import type { Json } from './with-vault.ts'

const program = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A server as a process of its own, with settings and data of its own. */
export interface ClusterServer {
  readonly name: string
  /** Of its process, which is another one after each start. */
  readonly pid: number
  readonly url: string
  /** Calls a tool as a client over HTTP does; a refusal of HTTP is an error with its status. */
  readonly call: (tool: string, args?: object, token?: string) => Promise<Json>
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly start: () => Promise<void>
  /** What it has said so far, on standard error. */
  readonly said: () => string
}

export interface TestCluster {
  readonly servers: readonly ClusterServer[]
  readonly shared: SharedStores
  /** The text of a token for everything. */
  readonly token: string
  readonly newToken: (grant: Partial<TokenGrant> & { readonly name: string }) => Promise<string>
  readonly revoke: (name: string) => Promise<void>
}

export interface ClusterPlan {
  readonly folder: string
  /** The address of the PostgreSQL, for each server by its number: one may be cut off by a proxy. */
  readonly url: (server: number) => string
  /** Ids of vaults, each with its notes. */
  readonly vaults: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly servers?: number
  /** Where `storage` in a server's home leads, by its number: a mount of its own, with a folder for each vault. */
  readonly storage?: (server: number) => string
  /** More options of a server's `flint serve`, and more settings of its own. */
  readonly options?: (server: number) => readonly string[]
  readonly settings?: (server: number) => object
}

/** Runs a test with servers that share vaults. They end with it, whatever happens. */
export async function withCluster(
  plan: ClusterPlan,
  use: (cluster: TestCluster) => Promise<void>,
): Promise<void> {
  const { folder, url, vaults, servers: count = 3, storage, options, settings } = plan
  const entries: Record<string, object> = {}
  for (const [id, notes] of Object.entries(vaults)) {
    const root = join(folder, 'vaults', id)
    await mkdir(root, { recursive: true })
    for (const [name, text] of Object.entries(notes)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), text)
    }
    entries[id] = { name: id, path: storage === undefined ? root : `~/storage/${id}` }
  }
  const own = join(folder, 'own')
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'config.yml'), JSON.stringify({ vaults: entries, search: { model: 'none' } }))
  const shared = await openShared({ url: url(-1), log, own: fileRegistry(own) })
  await shared.registry.read()
  const book = new TokenBook(shared.tokens, () => new Date())
  const newToken = async (grant: Partial<TokenGrant> & { readonly name: string }) =>
    (await book.create({ vaults: null, folder: null, readOnly: false, expires: null, ...grant })).text
  const token = await newToken({ name: 'all' })
  const servers: RunningServer[] = []
  try {
    for (let number = 0; number < count; number++) {
      const home = join(folder, `server-${number}`)
      await mkdir(home, { recursive: true })
      const own = { search: { model: 'none' }, ...settings?.(number) }
      await writeFile(join(home, 'config.yml'), JSON.stringify(own))
      if (storage !== undefined) await symlink(storage(number), join(home, 'storage'))
      const args = ['--cluster', url(number), ...(options?.(number) ?? [])]
      servers.push(new RunningServer(`server-${number}`, home, args, token))
    }
    await Promise.all(servers.map((server) => server.start()))
    await use({
      servers,
      shared,
      token,
      newToken,
      async revoke(name) {
        await book.revoke(name)
      },
    })
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await shared.close()
  }
}

class RunningServer implements ClusterServer {
  readonly name: string
  readonly #home: string
  readonly #args: readonly string[]
  readonly #token: string
  #child: ChildProcess | null = null
  #url = ''
  #said = ''
  #calls = 0

  constructor(name: string, home: string, args: readonly string[], token: string) {
    this.name = name
    this.#home = home
    this.#args = args
    this.#token = token
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get url(): string {
    return this.#url
  }

  readonly said = () => this.#said

  readonly start = async () => {
    const child = spawn(process.execPath, [program, 'serve', '--http', '--port', '0', ...this.#args], {
      cwd: this.#home,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        HOME: this.#home,
        FLINT_CONFIG_DIR: this.#home,
        FLINT_DATA_DIR: join(this.#home, 'data'),
      },
    })
    this.#child = child
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      this.#said += chunk.toString()
      const found = /serves MCP at (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => {
      reject(new Error(`${this.name} ended with ${code}: ${said}`))
    })
    this.#url = await promise
  }

  readonly call = async (tool: string, args: object = {}, token = this.#token): Promise<Json> => {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: ++this.#calls,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${text}`)
    const line = /^data: (.*)$/m.exec(text)?.[1] ?? text
    const { result } = JSON.parse(line) as { result: { structuredContent: Json } }
    return result.structuredContent
  }

  readonly signal = (signal: NodeJS.Signals) => {
    this.#child?.kill(signal)
  }

  readonly kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    const child = this.#child
    if (child?.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
