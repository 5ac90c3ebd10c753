import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { once } from '../model/once.ts'
import { VaultError } from '../model/vault-error.ts'
import { describeReadError, isMissing, readText } from '../files/read-text.ts'
import { makePrivateFolder } from '../own-files/make-private-folder.ts'
import { busy, lockConfigFile } from '../registry/lock-config-file.ts'
import { writeAtomically } from '../registry/write-atomically.ts'
import { writingConfig } from '../registry/writing-config.ts'
import { type KeptTokens, revokedBearer, storedToken, writeStoredToken } from './stored-token.ts'
import type { TokenStore } from './token-store.ts'

export const tokenFileName = 'tokens.json'

const tokenFile = once(() =>
  z.strictObject({
    tokens: z.array(storedToken()),
    revoked: z.array(revokedBearer()).default([]),
  }),
)

/** The tokens of this user, in a file beside the registry. */
export function fileTokens(folder: string): TokenStore {
  return {
    mark: () => tokenFileMark(folder),
    mayLag: false,
    read: () => readTokens(folder),
    change: (change) => changeTokens(folder, change),
  }
}

/** The tokens of this user; a missing file holds none. A damaged one fails: it must not let anybody in. */
async function readTokens(folder: string): Promise<KeptTokens> {
  return parseTokens(await readTokenText(folder))
}

/** What is different whenever the file is: it is replaced on every change, never written into. */
async function tokenFileMark(folder: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(join(folder, tokenFileName), { bigint: true })
    return [ino, size, mtimeNs, ctimeNs].join(' ')
  } catch (error) {
    if (isMissing(error)) return 'none'
    throw unreadable(error)
  }
}

/** Changes what is kept under its lock. `change` may be called again, so it only computes. */
async function changeTokens(folder: string, change: (kept: KeptTokens) => KeptTokens): Promise<void> {
  await writingConfig(tokenFileName, () => changeLocked(folder, change))
}

async function changeLocked(folder: string, change: (kept: KeptTokens) => KeptTokens): Promise<void> {
  makePrivateFolder(folder)
  const file = join(folder, tokenFileName)
  const release = await lockConfigFile(file, tokenFileName)
  try {
    // The lock is advisory: a process that was stopped may have lost it.
    for (let attempt = 0; attempt < 10; attempt++) {
      const before = await readTokenText(folder)
      const text = printTokens(change(parseTokens(before)))
      const isUnchanged = async (): Promise<boolean> => (await readTokenText(folder)) === before
      if (await writeAtomically(file, text, isUnchanged, ownerOnly)) return
    }
  } finally {
    await release()
  }
  throw busy(tokenFileName)
}

const ownerOnly = 0o600

function parseTokens(text: string | null): KeptTokens {
  if (text === null) return { tokens: [], revoked: [] }
  const { data } = z.preprocess(readJson, tokenFile()).safeParse(text)
  if (data !== undefined) return data
  throw new VaultError(
    'INVALID_ARGUMENT',
    `\`${tokenFileName}\` is damaged, and was left as it is. No token is valid until it is mended.`,
    { file: tokenFileName, hint: [whereItIs, 'Restore it, or remove it and make the tokens again.'] },
  )
}

async function readTokenText(folder: string): Promise<string | null> {
  try {
    return await readText(join(folder, tokenFileName))
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(cause: unknown): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `${describeReadError(tokenFileName, cause)} No token is valid until it can be.`,
    {
      file: tokenFileName,
      hint: [whereItIs, 'It must be a file that the user of flint may read and write.'],
    },
    { cause },
  )
}

const whereItIs = { kind: 'find-config', what: 'its folder' } as const

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

function printTokens({ tokens, revoked }: KeptTokens): string {
  const written = tokens.map(writeStoredToken)
  return `${JSON.stringify({ tokens: written, ...(revoked.length > 0 && { revoked }) }, null, 2)}\n`
}
