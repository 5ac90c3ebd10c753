/** What a caller may use of a vault without asking its owner. */
export interface ScopeLimit {
  /** None of the vault with an empty list. */
  readonly folders: readonly string[]
  /** What says so. */
  readonly by: readonly LimitedBy[]
}

/** The folder of a token, the `--scope` of the server, or the `permissions.scope` of a config, by its path from the vault. */
export type LimitedBy = 'token' | 'server' | { readonly settings: string }
