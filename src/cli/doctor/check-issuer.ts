import type { OAuthSettings } from '../../registry/oauth-schema.ts'
import type { VaultHub } from '../../registry/vault-hub.ts'
import { countOf } from '../plain-text.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { messageOf } from '../../model/error-code.ts'

/** Whether the identity provider answers, and whether the rules can give what they say. Nothing where none is set. */
export async function checkIssuer(hub: VaultHub): Promise<readonly Finding[]> {
  const settings = await settingsOf(hub)
  if (settings === null) return []
  return [await checkKeys(settings), ...(await checkRules(settings, hub))]
}

/** Null as well for a registry that cannot be read, which has a finding of its own. */
async function settingsOf(hub: VaultHub): Promise<OAuthSettings | null> {
  try {
    return (await hub.registry()).config.mcp_server.oauth
  } catch {
    return null
  }
}

async function checkKeys({ issuer, resource }: OAuthSettings): Promise<Finding> {
  try {
    const { findKeys } = await import('../../access/oauth/find-keys.ts')
    const { keys } = await findKeys(issuer)
    if (keys.some(({ kty }) => kty !== 'oct'))
      return ok('issuer', `${issuer}, ${countOf(keys.length, 'key')}, for ${resource}`)
    return problem(
      'issuer',
      `${issuer} publishes no public key.`,
      'Have it sign access tokens with a key pair.',
    )
  } catch (error) {
    return problem(
      'issuer',
      `The keys of the identity provider cannot be read: ${messageOf(error)}.`,
      'Write mcp_server.oauth.issuer exactly as the provider names itself, and see that this machine reaches it.',
    )
  }
}

async function checkRules({ rules }: OAuthSettings, hub: VaultHub): Promise<readonly Finding[]> {
  if (rules.length === 0) {
    const fix = 'Write mcp_server.oauth.rules in the file that flint config path prints.'
    return [warning('issuer', 'No rule gives anything to those who sign in.', fix)]
  }
  const known = new Set<string>((await hub.known()).flatMap(({ id, aliases }) => [id, ...aliases]))
  const named = new Set(rules.flatMap(({ vaults }) => (vaults === 'all' ? [] : vaults)))
  const unknown = [...named].filter((id) => !known.has(id))
  if (unknown.length === 0) return []
  const fix = 'Name vaults that flint list shows in mcp_server.oauth.rules.'
  return [warning('issuer', `Rules name vaults that are not there: ${unknown.join(', ')}.`, fix)]
}
