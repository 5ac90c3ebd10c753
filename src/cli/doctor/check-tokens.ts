import type { TokenStore } from '../../access/token-store.ts'
import { countOf } from '../plain-text.ts'
import { cureOf, type Finding, ok, problem } from './finding.ts'
import { messageOf } from '../../model/error-code.ts'

/** Whether the tokens can be read: while they cannot, no client and no browser is let in by one. */
export async function checkTokens(store: TokenStore): Promise<Finding> {
  try {
    const { tokens } = await store.read()
    return ok('tokens', tokens.length === 0 ? 'none' : countOf(tokens.length, 'token'))
  } catch (error) {
    const fix = 'Look into the folder that flint config path names.'
    return problem('tokens', messageOf(error), cureOf(error) ?? fix)
  }
}
