import { z } from 'zod'
import { TokenBook } from '../../access/token-book.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { tokenFacts } from '../../access/token-facts.ts'

const input = z.object({ name: z.string() })

/** `flint token revoke NAME` */
export async function tokenRevoke(given: unknown, cli: Cli): Promise<Outcome> {
  const { name } = input.parse(given)
  const { hub } = await cli.app()
  const now = new Date()
  const token = await new TokenBook(hub.configFolder, () => now).revoke(name)
  return { data: { revoked: tokenFacts(token, now) }, text: `${name} is void: its next request is refused.` }
}
