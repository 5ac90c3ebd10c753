import { z } from 'zod'
import { isCleanRelativePath, isVaultId } from '../model/ids.ts'
import type { DeepReadonly } from '../model/deep-readonly.ts'
import { isRecord } from '../model/is-record.ts'
import { once } from '../model/once.ts'

/** Whose access tokens flint's server takes besides its own. */
export type OAuthSettings = DeepReadonly<z.infer<ReturnType<typeof oauthSchema>>>
export type OAuthRule = OAuthSettings['rules'][number]

// The messages complete the sentence "`key` is …; write MESSAGE."
const address = 'an address that begins with https:// and has no ? or # (http:// for this machine alone)'
const scopes = 'a list of scopes: ["notes"]'
const rules =
  'a list of rules such as { when: { groups: editors }, vaults: [work], folder: projects, read_only: true }, where vaults may be all, and folder and read_only may be left out'

/** `mcp_server.oauth` of the registry: hardly anybody has it, so it is made where it is read. */
export const oauthSchema = once(() => {
  const rule = z.strictObject({
    /** Claims, with what each must be or hold. */
    when: z
      .record(z.string().min(1), z.union([z.string().min(1), z.boolean()]))
      .refine((claims) => Object.keys(claims).length > 0),
    vaults: z.union([z.literal('all'), z.array(z.string().refine((id): boolean => isVaultId(id))).min(1)]),
    /** Null is all folders. */
    folder: z.string().refine(isCleanRelativePath).nullable().default(null),
    read_only: z.boolean().default(false),
  })

  /** A key that is unknown may have been meant to limit: such a rule is none. */
  const strictRule = z.unknown().transform((value, context) => {
    const { data } = rule.safeParse(value)
    // A claim that is left out, as `__proto__` is, would be one condition fewer.
    if (data !== undefined && sizeOf(data.when) === sizeOf(isRecord(value) ? value['when'] : null))
      return data
    context.addIssue({ code: 'custom', message: rules })
    return z.NEVER
  })

  return z.strictObject(
    {
      /** The identity provider, exactly as its tokens name it in `iss`. */
      issuer: z.string(address).refine(isAddress, address),
      /** The address by which clients reach `/mcp`. */
      resource: z.string(address).refine(isAddress, address),
      /** What tokens name in `aud`; null is the resource. */
      audience: z.string('text').min(1, 'text that is not empty').nullable().default(null),
      /** What clients are told to ask the provider for. */
      scopes: z.array(z.string(scopes).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, scopes), scopes).default([]),
      /** The claim by which the history names who made a change. */
      actor: z.string('the name of a claim').min(1, 'the name of a claim').default('sub'),
      /** The first that fits decides; where none does, the bearer is refused. */
      rules: z.array(strictRule, rules).default([]),
    },
    'issuer:, resource: and rules:, indented below it',
  )
})

function sizeOf(value: unknown): number {
  return isRecord(value) ? Object.keys(value).length : 0
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  if (search !== '' || hash !== '' || username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
}

function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
