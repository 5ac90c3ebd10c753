import { readGrant } from '../../access/read-grant.ts'
import { VaultError } from '../../model/vault-error.ts'
import { tokenFacts } from '../../access/token-facts.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { isFolderIn } from '../serve-scope.ts'
import { describeToken } from './describe-token.ts'
import { openTokens } from '../token-book-of.ts'

/** What a person's token lets into is not served by servers that share vaults. */
function noPage(): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    'A token for a person opens the page, which servers that share vaults do not have.',
    {
      hint: 'Leave out --person: whoever has the token uses it in a client.',
    },
  )
}

/** `flint token create NAME`: the only time that the token itself is shown. */
export async function tokenCreate(wish: Given<'token create'>, cli: Cli): Promise<Outcome> {
  const { hub, now, book, isShared } = await openTokens(cli)
  if (wish.person && isShared) throw noPage()
  const { text, token } = await book.create(await readGrant(wish, { vaults: hub, isFolderIn, now }))
  cli.tell(`${describeToken(token, now)}\nKeep it: it is not shown again.`)
  cli.tell(
    wish.person ? 'The page asks for it.' : 'Clients send it as a header:\nAuthorization: Bearer TOKEN',
  )
  return { data: { token: text, ...tokenFacts(token, now) }, text }
}
