import { readFile } from 'node:fs/promises'

/** The file as UTF-8 text without its byte-order mark; null where there is no such file. Other failures rise. */
export async function readText(file: string): Promise<string | null> {
  try {
    const text = await readFile(file, 'utf8')
    return text.startsWith('\uFEFF') ? text.slice(1) : text
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether the error says that a file, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** One sentence that names the file as its owner knows it; the system's own message names it by its absolute path. */
export function describeReadError(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
  return `\`${name}\` cannot be read (${code}).`
}
