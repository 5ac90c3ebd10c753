import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { tokenFacts } from '../../access/token-facts.ts'
import { useSharedStores } from '../use-shared-stores.ts'
import { tokenBookOf } from '../token-book-of.ts'

const input = z.object({ name: z.string() })

/** `flint token revoke NAME` */
export async function tokenRevoke(given: unknown, cli: Cli): Promise<Outcome> {
  const { name } = input.parse(given)
  await useSharedStores(cli)
  const app = await cli.app()
  const now = new Date()
  const token = await tokenBookOf(app, () => now).revoke(name)
  return { data: { revoked: tokenFacts(token, now) }, text: `${name} is void: its next request is refused.` }
}
