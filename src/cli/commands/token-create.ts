import { join } from 'node:path'
import { z } from 'zod'
import { isCleanRelativePath } from '../../model/ids.ts'
import type { KnownVault } from '../../model/known-vault.ts'
import { VaultError } from '../../model/vault-error.ts'
import { TokenBook } from '../../access/token-book.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { pathIn, realFolder } from '../serve-scope.ts'
import { describeToken, tokenFacts } from './describe-token.ts'

const input = z.object({
  name: z.string(),
  vaults: z.array(z.string()).optional(),
  folder: z.string().optional(),
  readOnly: z.boolean().default(false),
  expires: z.string().optional(),
})

/** `flint token create NAME`: the only time that the token itself is shown. */
export async function tokenCreate(given: unknown, cli: Cli): Promise<Outcome> {
  const { name, vaults, folder, readOnly, expires } = input.parse(given)
  const { hub } = await cli.app()
  const now = new Date()
  const reached =
    vaults === undefined ? await hub.known() : await Promise.all(vaults.map((id) => hub.find(id)))
  const book = new TokenBook(hub.configFolder, () => now)
  const { text, token } = await book.create({
    name: checkName(name),
    vaults: vaults === undefined ? null : [...new Set(reached.map(({ id }) => id))],
    folder: folder === undefined ? null : await checkFolder(folder, reached),
    readOnly,
    expires: expires === undefined ? null : readExpiry(expires, now),
  })
  if (!cli.isJson) {
    cli.say(`${describeToken(token, now)}\nKeep it: it is not shown again. Clients send it as a header:`)
    cli.say('Authorization: Bearer TOKEN')
  }
  return { data: { token: text, ...tokenFacts(token, now) }, text }
}

function checkName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(name)) return name
  throw new VaultError('INVALID_ARGUMENT', 'A token needs a name of letters, digits, spaces, . _ @ and -.', {
    hint: 'Call it after the client or the person it is for: laptop.',
  })
}

/** Refuses a folder that none of the vaults has: the token would show nothing, without a reason. */
async function checkFolder(folder: string, vaults: readonly KnownVault[]): Promise<string> {
  const path = folder.replace(/\/+$/, '')
  if (!isCleanRelativePath(path)) {
    throw new VaultError('INVALID_ARGUMENT', `"${folder}" is no folder of a vault.`, {
      hint: 'Give it as the vault names it: projects/site.',
    })
  }
  for (const { root } of vaults) {
    const real = await realFolder(join(root, path))
    if (real !== null && pathIn(root, real) !== null) return path
  }
  throw new VaultError('INVALID_ARGUMENT', `No vault of this token has a folder "${path}".`, {
    folder: path,
    known_vaults: vaults.map(({ id }) => id),
    hint: 'Make the folder first, or give one that is there, as the vault names it: projects/site.',
  })
}

const units: ReadonlyMap<string, number> = new Map([
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
  ['y', 365 * 86_400_000],
])

/** A date alone means the end of that day in the local time zone. */
function readExpiry(text: string, now: Date): string {
  const [, count, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(text) ?? []
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59` : text
  const time =
    count === undefined ? Date.parse(date) : now.getTime() + Number(count) * (units.get(unit) ?? Number.NaN)
  if (time > now.getTime() && /^\d/.test(text)) return new Date(time).toISOString()
  throw new VaultError('INVALID_ARGUMENT', `"${text}" is no time to come.`, {
    hint: 'Give hours, days, weeks or years (12h, 30d, 8w, 1y), or a date: 2027-01-31.',
  })
}
