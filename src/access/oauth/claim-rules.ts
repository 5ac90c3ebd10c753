import type { Bearer } from '../../model/access-token.ts'
import type { OAuthRule } from '../../registry/oauth-schema.ts'
import { isRecord } from '../../model/is-record.ts'

export type Claims = Readonly<Record<string, unknown>>
export type Rights = Pick<Bearer, 'vaults' | 'folder' | 'readOnly'>

/** What the first rule that fits gives; null where none does: nothing is given that no rule names. */
export function rightsOf(claims: Claims, rules: readonly OAuthRule[]): Rights | null {
  const rule = rules.find(({ when }) =>
    Object.entries(when).every(([name, wanted]) => has(claims, name, wanted)),
  )
  if (rule === undefined) return null
  return {
    vaults: rule.vaults === 'all' ? null : rule.vaults,
    folder: rule.folder,
    readOnly: rule.read_only,
  }
}

/** The value of a claim: one of exactly this name, else one inside others, as `realm_access.roles`. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((inner, key) => memberOf(inner, key), claims)
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function has(claims: Claims, name: string, wanted: string | boolean): boolean {
  const value = claimOf(claims, name)
  // Scopes alone are words in one text: any other text may be what somebody calls themselves.
  if ((name === 'scope' || name === 'scp') && typeof value === 'string') {
    return value.split(' ').some((word) => word === wanted)
  }
  return Array.isArray(value) ? value.includes(wanted) : value === wanted
}
