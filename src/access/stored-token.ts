import { z } from 'zod'
import { defined } from '../model/defined.ts'
import { once } from '../model/once.ts'
import type { AccessToken } from '../model/access-token.ts'

/** A token as it is kept: what it may do, and what it is known by. */
export interface StoredToken extends AccessToken {
  /** Of the token's text, in hexadecimal digits. */
  readonly sha256: string
  /** Present where a newer flint has said more of it, kept as it is: such a token is not valid. */
  readonly later?: Readonly<Record<string, unknown>>
}

const isoTime = () => z.iso.datetime({ offset: true })

export const storedToken = once(() =>
  z
    .looseObject({
      id: z.string().min(1),
      name: z.string().min(1),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      vaults: z.array(z.string().min(1)).nullable(),
      places: z.array(z.strictObject({ id: z.string(), root: z.string() })).exactOptional(),
      folder: z.string().min(1).nullable(),
      read_only: z.boolean(),
      person: z.boolean().default(false),
      expires: isoTime().nullable(),
      created: isoTime(),
      last_four: z.string(),
    })
    .transform((written): StoredToken => {
      const { id, name, sha256, vaults, places, folder, person, expires, created, ...rest } = written
      const { read_only: readOnly, last_four: lastFour, ...later } = rest
      const told = { id, name, sha256, vaults, folder, person, expires, created, readOnly, lastFour }
      const known = { ...told, ...defined({ places }) }
      return Object.keys(later).length === 0 ? known : { ...known, later }
    }),
)

/** Whose access tokens of an identity provider are void, though their time has not come. */
export type RevokedBearer = Readonly<z.infer<ReturnType<typeof revokedBearer>>>

export const revokedBearer = once(() =>
  z.strictObject({
    /** As the history names them. */
    name: z.string().min(1),
    /** ISO time: what they got until then. */
    until: isoTime(),
  }),
)

/** Everything that is kept of tokens. */
export interface KeptTokens {
  readonly tokens: readonly StoredToken[]
  readonly revoked: readonly RevokedBearer[]
  /** What a newer flint keeps beside them, kept as it is. */
  readonly later?: Readonly<Record<string, unknown>>
}

/** A token as it is written down. */
export function writeStoredToken({ readOnly, lastFour, person, later, ...same }: StoredToken): object {
  return {
    ...later,
    ...same,
    // Left out for agents, as versions wrote it that knew no others.
    ...(person && { person }),
    read_only: readOnly,
    last_four: lastFour,
  }
}
