import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatTable } from '../table.ts'
import { tokenFacts } from '../../access/token-facts.ts'
import { expiryOf, reachOf } from './describe-token.ts'
import { idsInVain } from '../tokens-naming.ts'
import { openTokens } from '../token-book-of.ts'

/** `flint token list` */
export async function tokenList(_given: unknown, cli: Cli): Promise<Outcome> {
  const { hub, now, book } = await openTokens(cli)
  const [tokens, revoked] = [await book.list(), await book.listRevoked()]
  if (tokens.length === 0) cli.tell('There are no tokens yet. Make one: flint token create laptop')
  const vain = await Promise.all(tokens.map((token) => idsInVain(hub, token)))
  const rows = tokens.map((token, index) => [
    token.name,
    `…${token.lastFour}`,
    reachOf(token.vaults?.map((id) => (vain[index]?.includes(id) ? `${id} (not there)` : id)) ?? null),
    token.folder ?? '',
    `${token.person ? 'person: ' : ''}${token.readOnly ? 'reads' : 'reads, writes'}`,
    expiryOf(token, now),
  ])
  const head = ['NAME', 'ENDS IN', 'VAULTS', 'FOLDER', 'MAY', 'EXPIRY'].map((title) =>
    cli.terminal.paint('dim', title),
  )
  const ended = revoked.map(({ name, until }) => `Access tokens that ${name} got until ${until} are void.`)
  return {
    data: {
      tokens: tokens.map((token, index) => ({
        ...tokenFacts(token, now),
        ...(vain[index]?.length ? { not_there: vain[index] } : {}),
      })),
      revoked,
    },
    text: [...(tokens.length === 0 ? [] : [formatTable([head, ...rows])]), ...ended].join('\n'),
  }
}
