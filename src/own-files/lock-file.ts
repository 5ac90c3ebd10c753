import { randomUUID } from 'node:crypto'
import { link, open, readFile, rm, stat, unlink, utimes } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isIdentity, mayBeAlive, type ProcessIdentity, thisProcess } from './process-identity.ts'
import { renameFile } from './rename-file.ts'
import { hasCode } from '../model/error-code.ts'
import { namingPath } from './naming-path.ts'

export interface LockOptions {
  readonly waitMs: number
  /** A holder that has not beaten for so long is replaced, whether it lives or not. */
  readonly silentAfterMs?: number
  readonly beatEveryMs?: number
}

interface Holder extends ProcessIdentity {
  readonly token: string
}

/**
 * Takes a lock that is a file of this name and names its process: where there is no database to keep it in. A holder that
 * died is replaced at once, one that is silent after five seconds. Null where it was others' for all of `waitMs`.
 */
export async function lockFile(
  place: string,
  { waitMs, silentAfterMs = 5000, beatEveryMs = 1000 }: LockOptions,
): Promise<(() => Promise<void>) | null> {
  const self = { ...thisProcess(), token: randomUUID() }
  for (const end = performance.now() + waitMs; ;) {
    if (await take(place, JSON.stringify(self))) return hold(place, self.token, beatEveryMs)
    if (await removeIfLeft(place, self, silentAfterMs)) continue
    if (performance.now() >= end) return null
    // The random part keeps those who wait out of step.
    await pause(5 + 40 * Math.random())
  }
}

async function take(place: string, text: string): Promise<boolean> {
  try {
    const file = await open(place, 'wx', 0o600)
    try {
      await namingPath(place, () => file.writeFile(text))
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    // On Windows a file that is just being removed may not be made.
    if (hasCode(error, 'EEXIST') || (process.platform === 'win32' && hasCode(error, 'EPERM'))) return false
    throw error
  }
}

function hold(place: string, token: string, beatEveryMs: number): () => Promise<void> {
  const beating = setInterval(() => {
    const now = new Date()
    void whoHas(place).then(async (holder) => {
      if (holder?.token === token) await utimes(place, now, now).catch(() => undefined)
    })
  }, beatEveryMs).unref()
  return async () => {
    clearInterval(beating)
    if ((await whoHas(place))?.token === token) await unlink(place).catch(() => undefined)
  }
}

/** True where it can be tried at once. The removed file is looked at: another process may have replaced the holder already. */
async function removeIfLeft(place: string, self: Holder, silentAfterMs: number): Promise<boolean> {
  const found = await stat(place).catch(() => null)
  if (found === null) return true
  const holder = await whoHas(place)
  const isSilent = Math.abs(Date.now() - found.mtimeMs) > silentAfterMs
  if (!isSilent && (holder === null || mayBeAlive(holder, self))) return false
  const aside = `${place}.${randomUUID()}.tmp`
  try {
    await renameFile(place, aside)
  } catch {
    return false
  }
  if ((await whoHas(aside))?.token !== holder?.token) await link(aside, place).catch(() => undefined)
  await rm(aside, { recursive: true, force: true })
  return true
}

/** Null where that cannot be read: it is just being written, or an earlier version's. */
async function whoHas(place: string): Promise<Holder | null> {
  try {
    const holder: unknown = JSON.parse(await readFile(place, 'utf8'))
    return isHolder(holder) ? holder : null
  } catch {
    return null
  }
}

function isHolder(value: unknown): value is Holder {
  return isIdentity(value) && 'token' in value && typeof value.token === 'string'
}
