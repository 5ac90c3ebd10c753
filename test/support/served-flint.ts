import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { VaultConfig } from '../../src/model/vault-config.ts'
import { vaultFolders, type VaultFolders } from '../../src/vault/vault-folders.ts'
import type { Flint, RunOptions } from '../cli/with-flint.ts'
import type { Files, Json } from './with-vault.ts'

/** A server as a client starts it: the program itself, over standard input and output. */
export interface ServedFlint {
  readonly pid: number
  /** The complete result of a tool; `{error}` where it failed, `{error: {code: 'GONE'}}` where the process did. */
  readonly call: (tool: string, args?: object) => Promise<Json>
  /** As `kill -9` does. */
  readonly kill: () => void
  /** What it has logged. */
  readonly stderr: () => string
}

/** Starts a server over the registered vaults; it ends with `withFlint`. */
export async function serveFlint(
  flint: Flint,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<ServedFlint> {
  const child = flint.start(['serve', ...args], options)
  const waiting = new Map<number, (result: Json) => void>()
  let last = 0
  let stderr = ''
  let isGone = false
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
  child.once('close', () => {
    isGone = true
    for (const resolve of waiting.values()) resolve(gone)
  })
  createInterface(child.stdout).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    waiting.get(id)?.(error === undefined ? result : { structuredContent: { error } })
    waiting.delete(id)
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method: string, params: object) =>
    new Promise<Json>((resolve) => {
      if (isGone) {
        resolve(gone)
        return
      }
      waiting.set(++last, resolve)
      send({ id: last, method, params })
    })
  const clientInfo = { name: 'test', version: '1' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  return {
    pid: child.pid!,
    call: async (name, toolArgs = {}) =>
      (await request('tools/call', { name, arguments: toolArgs })).structuredContent,
    kill: () => child.kill('SIGKILL'),
    stderr: () => stderr,
  }
}

/** Registers vaults made of these files, the first one active, and chooses the model. */
export async function registerVaults(
  { folder, env }: Flint,
  vaults: Readonly<Record<string, Files>>,
  model: string,
): Promise<void> {
  for (const [id, files] of Object.entries(vaults)) {
    await mkdir(join(folder, id), { recursive: true })
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, id, path)), { recursive: true })
      await writeFile(join(folder, id, path), text)
    }
  }
  const ids = Object.keys(vaults)
  const entries = Object.fromEntries(ids.map((id) => [id, { name: id, path: join(folder, id) }]))
  const config = { vaults: entries, current_vault: ids[0], search: { model } }
  await mkdir(env['FLINT_CONFIG_DIR']!, { recursive: true })
  await writeFile(join(env['FLINT_CONFIG_DIR']!, 'config.yml'), JSON.stringify(config))
}

/** Where the vault with this root has its index and its locks. */
export function dataOf({ env }: Flint, root: string): VaultFolders {
  const places = { index: { path: null }, deletion: { backup_path: null } } as VaultConfig
  return vaultFolders(env['FLINT_DATA_DIR']!, root, places)
}

/** How many file descriptors a process has open; null where the system does not tell. */
export function openFiles(pid: number): number | null {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : null
}

/** Megabytes that a process has in memory; null where the system does not tell. */
export function memoryOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const gone = { structuredContent: { error: { code: 'GONE' } } }
