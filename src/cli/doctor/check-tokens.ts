import type { TokenStore } from '../../access/token-store.ts'
import { countOf } from '../plain-text.ts'
import { cureOf, type Finding, ok, problem } from './finding.ts'
import { messageOf } from '../../model/error-code.ts'

const updateFlint = 'Update this flint, or revoke them and make them again.'

/** Whether the tokens can be read: while they cannot, no client and no browser is let in by one. */
export async function checkTokens(store: TokenStore): Promise<Finding> {
  try {
    const { tokens } = await store.read()
    const later = tokens.filter(({ later: more }) => more !== undefined).map(({ name }) => name)
    const count = tokens.length === 0 ? 'none' : countOf(tokens.length, 'token')
    return later.length === 0
      ? ok('tokens', count)
      : problem(
          'tokens',
          `${count}; written by a newer flint and not valid here: ${later.join(', ')}`,
          updateFlint,
        )
  } catch (error) {
    const fix = 'Look into the folder that flint config path names.'
    return problem('tokens', messageOf(error), cureOf(error) ?? fix)
  }
}
