import { type AccessToken, hasExpired } from '../../model/access-token.ts'

/** A token as `--json` prints it. */
export function tokenFacts(token: AccessToken, now: Date) {
  const { name, vaults, folder, readOnly, expires, created, lastFour } = token
  return {
    name,
    vaults: vaults ?? 'all',
    folder,
    read_only: readOnly,
    expires,
    has_expired: hasExpired(token, now),
    created,
    last_four: lastFour,
  }
}

/** A token in a sentence. */
export function describeToken(token: AccessToken, now: Date): string {
  const { name, vaults, folder, readOnly } = token
  const where = `${reachOf(vaults)}${folder === null ? '' : `, in the folder ${folder}`}`
  return `The token ${name} ${readOnly ? 'reads' : 'reads and writes'} ${where}; it ${expiryOf(token, now)}.`
}

export function reachOf(vaults: AccessToken['vaults']): string {
  return vaults === null ? 'all vaults' : vaults.join(', ')
}

export function expiryOf(token: AccessToken, now: Date): string {
  const { expires } = token
  if (expires === null) return 'does not expire'
  return hasExpired(token, now) ? `expired ${expires}` : `expires ${expires}`
}
