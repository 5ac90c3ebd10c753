import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { once } from '../model/once.ts'
import { parseJson } from '../model/parse-json.ts'
import { VaultError } from '../model/vault-error.ts'
import { describeReadError, isMissing, readText } from '../files/read-text.ts'
import { changeLocked, writingConfig } from '../registry/change-config-file.ts'
import { writeAtomically } from '../registry/write-atomically.ts'
import { type KeptTokens, revokedBearer, storedToken, writeStoredToken } from './stored-token.ts'
import type { TokenStore } from './token-store.ts'

const tokenFileName = 'tokens.json'

const tokenFile = once(() =>
  z
    .looseObject({
      tokens: z.array(storedToken()),
      revoked: z.array(revokedBearer()).default([]),
    })
    .transform(({ tokens, revoked, ...later }): KeptTokens => ({ tokens, revoked, later })),
)

/** The tokens of this user, in a file beside the registry. */
export function fileTokens(folder: string): TokenStore {
  return {
    mark: () => tokenFileMark(folder),
    mayLag: false,
    read: async () => parseTokens(await readTokenText(folder)),
    change: (change) => changeTokens(folder, change),
  }
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
  const file = join(folder, tokenFileName)
  const changeOnce = async (): Promise<boolean> => {
    const before = await readTokenText(folder)
    const text = printTokens(change(parseTokens(before)))
    const isUnchanged = async (): Promise<boolean> => (await readTokenText(folder)) === before
    return await writeAtomically(file, text, isUnchanged, ownerOnly)
  }
  await writingConfig(folder, tokenFileName, () => changeLocked(file, tokenFileName, changeOnce))
}

const ownerOnly = 0o600

/** A missing file holds no tokens. A damaged one fails: it must not let anybody in. */
function parseTokens(text: string | null): KeptTokens {
  if (text === null) return { tokens: [], revoked: [] }
  const { data } = tokenFile().safeParse(parseJson(text))
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

function printTokens({ tokens, revoked, later }: KeptTokens): string {
  const written = tokens.map(writeStoredToken)
  return `${JSON.stringify({ ...later, tokens: written, ...(revoked.length > 0 && { revoked }) }, null, 2)}\n`
}
