import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { plainName } from '../../model/actor.ts'
import { tokenFacts } from '../../access/token-facts.ts'
import { forgetQuestions } from '../forget-questions.ts'
import { openTokens } from '../token-book-of.ts'

/** `flint token revoke NAME`: one of flint's own, or those of somebody whom an identity provider names. */
export async function tokenRevoke({ name }: Given<'token revoke'>, cli: Cli): Promise<Outcome> {
  const { hub, now, book } = await openTokens(cli)
  const { oauth } = (await hub.registry()).config.mcp_server
  const bearer = plainName(name)
  // None of flint's own has such a name.
  if (oauth !== null && bearer.startsWith(`${new URL(oauth.issuer).host}/`)) {
    const revoked = await book.revokeBearer(bearer)
    await forgetQuestions(bearer, cli)
    return {
      data: { revoked },
      text: `The access tokens that ${bearer} has got until now are void, and, as the clock of the issuer may be ahead, what it makes for them in the next 30 seconds. Who may sign in at ${oauth.issuer} gets another; only the issuer knows whether anybody has that name.`,
    }
  }
  const token = await book.revoke(name)
  await forgetQuestions(name, cli)
  return { data: { revoked: tokenFacts(token, now) }, text: `${name} is void: its next request is refused.` }
}
