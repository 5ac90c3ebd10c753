import { type AccessToken, hasExpired } from '../model/access-token.ts'

/** What is told of a token; of its text nobody but its bearer knows more than the end. */
export function tokenFacts(token: AccessToken, now: Date) {
  const { name, vaults, folder, readOnly, person, expires, created, lastFour } = token
  return {
    name,
    vaults: vaults ?? ('all' as const),
    folder,
    read_only: readOnly,
    person,
    expires,
    has_expired: hasExpired(token, now),
    created,
    last_four: lastFour,
  }
}
