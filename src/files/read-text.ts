import { closeSync, fstatSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { hasCode } from '../model/error-code.ts'
import { openForReading, readBytes } from './read-bytes.ts'

// Far more than anybody writes by hand.
const mostBytes = 10_000_000

/**
 * The file as UTF-8 text without its byte-order mark; null where there is none. Other failures are thrown. Never blocks
 * on a pipe or reads a device without end.
 */
export async function readText(file: string): Promise<string | null> {
  try {
    const descriptor = openForReading(file)
    try {
      const stats = fstatSync(descriptor)
      if (!stats.isFile() && !stats.isDirectory()) throw failure('EINVAL', 'It is no plain file.')
      if (stats.size > mostBytes) throw failure('EFBIG', 'It is too large.')
      const text = (await readBytes(descriptor, stats.size)).toString()
      return text.startsWith('\uFEFF') ? text.slice(1) : text
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The text of a file that must lie in this folder (a real path) with links resolved; else fails with OUTSIDE. */
export async function readTextWithin(folder: string, path: string): Promise<string | null> {
  try {
    const file = realpathSync.native(join(folder, path))
    if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
      throw failure('OUTSIDE', 'It lies outside the folder.')
    return await readText(file)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** Whether the error says that a file or a folder above it does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR')
}

/** One sentence for a settings file of no bytes: what it said is not known, as a crash of the machine can empty it. */
export function describeEmptyFile(name: string): string {
  return `\`${name}\` is empty, as a crash can leave it: write a setting or a comment (\`# …\`) into it, or remove it.`
}

/** One sentence with the file's familiar name; the system's own message has its absolute path. */
export function describeReadError(name: string, error: unknown): string {
  if (hasCode(error, 'OUTSIDE'))
    return `\`${name}\` leads out of the vault, and is read only once the vault is registered.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return `\`${name}\` cannot be read (${code}).`
}
