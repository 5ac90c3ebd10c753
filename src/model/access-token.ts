/** What a bearer of a token may do over HTTP. Of the token itself nothing is kept but its hash. */
export interface AccessToken {
  /** Says which token it is in logs; a token that is made again under the same name has another. */
  readonly id: string
  readonly name: string
  /** The ids of the vaults that it reaches; null for all. */
  readonly vaults: readonly string[] | null
  /** The folders that those ids stood for when it was made; none of an id that it was given by an earlier flint. */
  readonly places?: readonly TokenPlace[]
  /** The only folder of its vaults that it reaches; null for all. */
  readonly folder: string | null
  readonly readOnly: boolean
  /** Whether it lets a person into the page, and no agent anywhere. */
  readonly person: boolean
  /** ISO time from which on it is refused; null for never. */
  readonly expires: string | null
  /** ISO time. */
  readonly created: string
  /** Its last four characters, to tell tokens apart. */
  readonly lastFour: string
  /** Present where a newer flint has said more of it, which may have been meant to limit it: then it is not valid. */
  readonly isOfLaterVersion?: true
}

/** The folder that an id stands for: a token for one does not open another that has got its id. */
export interface TokenPlace {
  readonly id: string
  readonly root: string
}

/** What a server knows of who sends a request, whichever kind of token says so. */
export type Bearer = Pick<AccessToken, 'id' | 'name' | 'vaults' | 'places' | 'folder' | 'readOnly'> &
  Partial<Pick<AccessToken, 'created'>>

export function hasExpired({ expires }: AccessToken, now: Date): boolean {
  return expires !== null && Date.parse(expires) <= now.getTime()
}

/** What an access token of an identity provider is worth. */
export type JudgedToken =
  /** `until`: the time in milliseconds at which the token ends. */
  | { readonly kind: 'let-in'; readonly bearer: Bearer; readonly until: number }
  /** `reason` is a sentence for the client, in ASCII. */
  | { readonly kind: 'void'; readonly reason: string }
  /** The token is right, and no rule gives its bearer anything. */
  | { readonly kind: 'without-rights'; readonly name: string }
