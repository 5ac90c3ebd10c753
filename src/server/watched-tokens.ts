import type { Bearer } from '../model/access-token.ts'
import type { Log } from '../model/log.ts'
import { errorCode } from '../model/error-code.ts'
import { VaultError } from '../model/vault-error.ts'

/** The tokens valid now. */
export interface Tokens {
  find(bearer: string): Promise<Bearer | null>
  /** One that was found before, as it is by now; null where it would not be found again. */
  findAgain(token: Bearer): Promise<Bearer | null>
}

/** Tokens that log once when they cannot be read, and once more when they can again. */
export function watchedTokens(tokens: Tokens, log: Log): Tokens {
  let isBroken = false
  const watch = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await read()
      if (isBroken) log.info('the tokens can be read again')
      isBroken = false
      return result
    } catch (error) {
      if (!isBroken) log.warn('no token is let in: they cannot be read', { reason: reasonOf(error) })
      isBroken = true
      throw error
    }
  }
  return {
    find: (bearer) => watch(() => tokens.find(bearer)),
    findAgain: (token) => watch(() => tokens.findAgain(token)),
  }
}

/** Never includes the file's content. */
function reasonOf(error: unknown): string {
  return error instanceof VaultError ? error.message : errorCode(error) || 'unknown error'
}
