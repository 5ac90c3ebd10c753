import { renameSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../model/error-code.ts'

export interface RenameOptions {
  readonly platform?: NodeJS.Platform
  readonly rename?: (from: string, to: string) => void
  /** Asked before each further attempt: false gives up without an error. */
  readonly mayGoOn?: () => boolean | Promise<boolean>
}

const longestMs = 1000
const pauseMs = 20

/**
 * Renames as one step, the first time before it waits for anything. Where a virus scanner, an indexer or an editor has
 * just opened one of the two, it tries again for a second; on Windows any program that has a file open is in the way.
 */
export async function renameFile(from: string, to: string, options: RenameOptions = {}): Promise<boolean> {
  const { platform = process.platform, rename = renameSync, mayGoOn = () => true } = options
  for (let waited = 0; ; waited += pauseMs) {
    try {
      rename(from, to)
      return true
    } catch (error) {
      if (waited >= longestMs || !isPassing(error, platform)) throw error
    }
    await pause(pauseMs)
    const may = mayGoOn()
    if (!(typeof may === 'boolean' ? may : await may)) return false
  }
}

/** Renames where nothing may come in between, and waits without letting others have their turn. */
export function renameFileSync(from: string, to: string, options: Omit<RenameOptions, 'mayGoOn'> = {}): void {
  const { platform = process.platform, rename = renameSync } = options
  for (let waited = 0; ; waited += pauseMs) {
    try {
      rename(from, to)
      return
    } catch (error) {
      if (waited >= longestMs || !isPassing(error, platform)) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
}

/** Elsewhere a refusal is for good. */
function isPassing(error: unknown, platform: NodeJS.Platform): boolean {
  const code = errorCode(error)
  return code === 'EBUSY' || (platform === 'win32' && (code === 'EPERM' || code === 'EACCES'))
}
