import { type AccessToken, hasExpired } from '../../model/access-token.ts'

/** A token in a sentence. */
export function describeToken(token: AccessToken, now: Date): string {
  const { name, vaults, folder, readOnly, person } = token
  const where = `${reachOf(vaults)}${folder === null ? '' : `, in the folder ${folder}`}`
  const who = person ? 'lets a person into the page, who' : ''
  const what = readOnly ? 'reads' : 'reads and writes'
  return `${['The token', name, who, what, where].filter(Boolean).join(' ')}; it ${expiryOf(token, now)}.`
}

export function reachOf(vaults: AccessToken['vaults']): string {
  if (vaults === null) return 'all vaults'
  return vaults.length === 0 ? 'no vault' : vaults.join(', ')
}

export function expiryOf(token: AccessToken, now: Date): string {
  const { expires, isOfLaterVersion } = token
  if (isOfLaterVersion === true) return 'is not valid: written by a newer flint'
  if (expires === null) return 'does not expire'
  return hasExpired(token, now) ? `expired ${expires}` : `expires ${expires}`
}
