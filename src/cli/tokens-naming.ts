import { isMeant } from '../access/token-vaults.ts'
import type { AccessToken } from '../model/access-token.ts'
import type { Awaitable } from '../model/awaitable.ts'
import { VaultError } from '../model/vault-error.ts'
import { vaultCalled } from '../registry/find-vault.ts'
import type { VaultHub } from '../registry/vault-hub.ts'
import type { Cli } from './cli.ts'
import { tokenBookOf } from './token-book-of.ts'

/** What `flint remove` says of the tokens that name the id; nothing where none does. */
export async function tellTokensOfRemoved(id: string, cli: Cli): Promise<readonly string[]> {
  return await tellOf(id, cli, (tokens) => {
    const names = tokens.map(({ name }) => name).join(', ')
    return [
      `Tokens that name it: ${names}. They open nothing by it now, nor another folder that gets the id ${id}. To end one: flint token revoke NAME`,
    ]
  })
}

/** What `flint create` says of whoever reaches the new vault by its id, or does not though their token names it. */
export async function tellTokensOfMade(id: string, cli: Cli): Promise<readonly string[]> {
  const { hub } = await cli.app()
  const vault = await hub.find(id)
  const { oauth } = (await hub.registry()).config.mcp_server
  const isRuled = oauth?.rules.some(({ vaults }) => vaults !== 'all' && vaults.includes(id)) === true
  const said = await tellOf(id, cli, async (tokens) => {
    const opening: string[] = []
    const others: string[] = []
    for (const token of tokens) ((await isMeant(hub, vault, token)) ? opening : others).push(token.name)
    return [
      ...(opening.length > 0 ? [`Tokens that name ${id} and open it now: ${opening.join(', ')}.`] : []),
      ...(others.length > 0
        ? [
            `Tokens that name ${id}, but another folder by it, and do not open this one: ${others.join(', ')}.`,
          ]
        : []),
    ]
  })
  return isRuled
    ? [...said, `A rule of mcp_server.oauth names ${id}: whoever it fits reaches this vault now.`]
    : said
}

/** What there is to tell of the tokens that name an id. It is told of what is done already, so that a failure is told as well. */
async function tellOf(
  id: string,
  cli: Cli,
  tell: (tokens: readonly AccessToken[]) => Awaitable<readonly string[]>,
): Promise<readonly string[]> {
  try {
    const tokens = await tokenBookOf(await cli.app(), () => new Date()).naming(id)
    return tokens.length === 0 ? [] : await tell(tokens)
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    return [`Which tokens name ${id} is not known. ${error.message}`]
  }
}

/** The ids of a token that open nothing now: their vault is off the list, or another folder has its id. */
export async function idsInVain(hub: VaultHub, token: AccessToken): Promise<readonly string[]> {
  if (token.vaults === null) return []
  const known = await hub.known()
  const judged = token.vaults.map(async (id) => {
    const vault = vaultCalled(known, id)
    return vault === undefined || !(await isMeant(hub, vault, { ...token, vaults: [id] })) ? [id] : []
  })
  return (await Promise.all(judged)).flat()
}
