import { z } from 'zod'
import { isCleanRelativePath, isVaultId } from '../model/ids.ts'
import { once } from '../model/once.ts'
import type { OAuthRule, OAuthSettings } from '../model/oauth-settings.ts'

// The messages complete the sentence "`key` is …; write MESSAGE."
const address = 'an address that begins with https:// and has no ? or # (http:// for this machine alone)'
const scopes = 'a list of scopes: ["notes"]'
const rules =
  'a list of rules such as { when: { groups: editors }, vaults: [work], folder: projects, read_only: true }, where vaults may be all, and folder and read_only may be left out'

/** `mcp_server.oauth` of the registry: hardly anybody has it, so it is made where it is read. */
export const oauthSchema = once((): z.ZodType<OAuthSettings> => {
  const rule: z.ZodType<OAuthRule> = z.strictObject({
    when: z
      .record(z.string().min(1), z.union([z.string().min(1), z.boolean()]))
      .refine((claims) => Object.keys(claims).length > 0),
    vaults: z.union([z.literal('all'), z.array(z.string().refine(isVaultId)).min(1)]),
    folder: z.string().refine(isCleanRelativePath).nullable().default(null),
    read_only: z.boolean().default(false),
  })

  /** A key that is unknown may have been meant to limit: such a rule is none. */
  const strictRule = z.unknown().transform((value, context): OAuthRule => {
    const { data } = rule.safeParse(value)
    if (data !== undefined) return data
    context.addIssue({ code: 'custom', message: rules })
    return z.NEVER
  })

  return z.strictObject(
    {
      issuer: z.string(address).refine(isAddress, address),
      resource: z.string(address).refine(isAddress, address),
      audience: z.string('text').min(1, 'text that is not empty').nullable().default(null),
      scopes: z.array(z.string(scopes).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, scopes), scopes).default([]),
      actor: z.string('the name of a claim').min(1, 'the name of a claim').default('sub'),
      rules: z.array(strictRule, rules).default([]),
    },
    'issuer:, resource: and rules:, indented below it',
  )
})

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
}

function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
