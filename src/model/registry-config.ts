/** `config.yml` in the platform's config directory: the vaults that this user has. See `config.example.yml`. */
export interface RegistryConfig {
  readonly vaults: Readonly<Record<string, VaultEntry>>
  readonly current_vault: string | null
  readonly registry: {
    /** Folders whose direct subfolders are vaults, each under its slugged name. */
    readonly roots: readonly string[]
  }
  readonly mcp_server: { readonly port: number; readonly log_level: LogLevel }
}

export interface VaultEntry {
  readonly name: string
  /** Absolute, or starting with `~/`. */
  readonly path: string
  readonly description?: string
  /** ISO time. */
  readonly last_used?: string
}

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'
