import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alwaysIgnored } from './ignore-rules.ts'
import { fileNameOf, folderOf } from '../model/note-path.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'
import type { Disk, Stamped } from './walk-vault.ts'

const vaultConfigFolder = folderOf(vaultConfigPath)
const noStamp = String.raw`%y//%P\0`
/** Type, size, both times, inode and path of a file, with an end that no name can have in it. */
const stamped = String.raw`%y/%s/%T@/%C@/%i/%P\0`
const either = (names: readonly string[]) => [
  '(',
  ...names.flatMap((name, at) => (at === 0 ? ['-name', name] : ['-o', '-name', name])),
  ')',
]
/** A folder's own time and size tell of files that are none of the vault's, but for what makes it another vault. */
const what = [
  ...['-type', 'd', '-name', vaultConfigFolder, '-prune', '-printf', stamped],
  ...['-o', '-type', 'd', ...either(['.?*', ...alwaysIgnored]), '-prune', '-printf', noStamp],
  ...['-o', '-name', '.?*', '-printf', noStamp],
  ...['-o', '-type', 'd', '-printf', noStamp],
  ...['-o', '-printf', stamped],
]

/** What `find` has seen below a folder. */
export interface FoundFiles {
  /** Two looks that have seen alike have one name. */
  readonly name: string
  /** Null where a name is no UTF-8, which tells nothing of its file, or a time lies before 1970. */
  readonly toDisk: () => Disk | null
}

/**
 * What lies below a folder, hidden folders left out, as the system's `find` sees it: in another process, and sooner than here.
 * Null where it cannot tell everything, and when it is aborted.
 */
export async function findFiles(root: string, signal: AbortSignal): Promise<FoundFiles | null> {
  const place = join(tmpdir(), `flint-${randomUUID()}`)
  let file: number | null = null
  try {
    // A file, as a pipe holds a tenth of it: what writes must not wait for this process, which is busy.
    file = openSync(place, 'wx+', 0o600)
    unlinkSync(place)
    const child = spawn('find', ['-P', root, '-mindepth', '1', ...what], {
      stdio: ['ignore', file, 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
      signal,
    })
    await once(child, 'exit')
    if (child.exitCode !== 0) return null
    const printed = readWhole(file)
    return {
      name: createHash('sha256').update(printed).digest('base64'),
      toDisk: () => readPrinted(printed.toString('utf8')),
    }
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Its place in the file is shared with the process that wrote it. */
function readWhole(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size)
  readSync(file, bytes, 0, bytes.length, 0)
  return bytes
}

const printedLine = /^(.)\/(?:(\d+)\/(\d+\.\d{9})\d*\/(\d+\.\d{9})\d*\/(\d+))?\/(.+)$/s

function readPrinted(text: string): Disk | null {
  if (text.includes('\uFFFD')) return null
  const folders = new Map<string, PrintedEntry[]>()
  const stamps = new Map<string, Stamped>()
  for (const line of text.split('\0').slice(0, -1)) {
    const [, kind = '', size, written = '', noted = '', inode, path = ''] = printedLine.exec(line) ?? []
    if (path === '') return null
    const entry = new PrintedEntry(fileNameOf(path), kind)
    const entries = folders.get(folderOf(path))
    if (entries === undefined) folders.set(folderOf(path), [entry])
    else entries.push(entry)
    if (size === undefined) continue
    const times = { mtimeMs: toMs(written), ctimeMs: toMs(noted) }
    stamps.set(path, { size: Number(size), ...times, ino: Number(inode) })
  }
  return {
    list: (folder) => folders.get(folder)?.toSorted((a, b) => (a.name < b.name ? -1 : 1)) ?? [],
    stampOf: (path) => {
      const stamp = stamps.get(path)
      if (stamp === undefined) throw new Error(`${path} was not found.`)
      return stamp
    },
  }
}

/** As Node puts the two parts of a time together: another last digit would be another time. */
function toMs(time: string): number {
  const [seconds, nanoseconds] = time.split('.')
  return Number(seconds) * 1_000 + Number(nanoseconds) / 1_000_000
}

class PrintedEntry {
  readonly name: string
  readonly #kind: string

  constructor(name: string, kind: string) {
    this.name = name
    this.#kind = kind
  }

  isFile(): boolean {
    return this.#kind === 'f'
  }

  isDirectory(): boolean {
    return this.#kind === 'd'
  }
}
