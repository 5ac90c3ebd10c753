import type { OAuthSettings } from './oauth-settings.ts'

/** `config.yml` in the platform's config directory: the vaults that this user has. See `config.example.yml`. */
export interface RegistryConfig {
  readonly vaults: Readonly<Record<string, VaultEntry>>
  readonly current_vault: string | null
  readonly registry: {
    /** Folders whose direct subfolders are vaults, each under its slugged name. */
    readonly roots: readonly string[]
  }
  readonly search: {
    /** The id of an embedding model, the path of a folder with one, or `none`. A vault's own setting wins. */
    readonly model: string
    /** Where downloaded models are kept; null is the platform's cache folder. */
    readonly models_folder: string | null
    /** True while nothing is embedded in the background. */
    readonly paused: boolean
  }
  readonly ingest: {
    /** Origins, such as `http://wiki.intern:8080`, that may be fetched though their addresses are private. */
    readonly allow_private: readonly string[]
  }
  /** What `flint serve --http --cluster` joins. */
  readonly cluster: {
    /** The PostgreSQL that servers share; null where `--cluster` names it. It may hold a password. */
    readonly url: string | null
    readonly schema: string
    /** Host and port where other servers reach this one. */
    readonly inner: string
  }
  readonly mcp_server: {
    readonly port: number
    readonly log_level: LogLevel
    /** Where health, readiness and metrics are told, as HOST:PORT; null is nowhere. */
    readonly metrics: string | null
    /** Null takes flint's own tokens alone. */
    readonly oauth: OAuthSettings | null
  }
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
