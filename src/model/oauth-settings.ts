/** Whose access tokens flint's server takes besides its own: `mcp_server.oauth` in `config.yml`. */
export interface OAuthSettings {
  /** The identity provider, exactly as its tokens name it in `iss`. */
  readonly issuer: string
  /** The address by which clients reach `/mcp`. */
  readonly resource: string
  /** What tokens name in `aud`; null is the resource. */
  readonly audience: string | null
  /** What clients are told to ask the provider for. */
  readonly scopes: readonly string[]
  /** The claim by which the history names who made a change. */
  readonly actor: string
  /** The first that fits decides; where none does, the bearer is refused. */
  readonly rules: readonly OAuthRule[]
}

export interface OAuthRule {
  /** Claims, with what each must be or hold. */
  readonly when: Readonly<Record<string, string | boolean>>
  readonly vaults: 'all' | readonly string[]
  /** Null is all folders. */
  readonly folder: string | null
  readonly read_only: boolean
}
