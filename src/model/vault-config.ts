import type { TagStyle } from './tag-style.ts'

/** `.flint-note/config.yml`: what a vault says of itself. Every key has a default; see `vault-config.example.yml`. */
export interface VaultConfig {
  /** The id of the vault where it is not registered; null takes the folder's name. */
  readonly vault_id: string | null
  readonly name: string | null
  readonly description: string
  /** Where the notes are, relative to the folder that holds `.flint-note`. */
  readonly workspace_root: string
  readonly default_note_type: string
  readonly search: {
    readonly index_enabled: boolean
    /** The id of an embedding model, or `none`; null takes what the registry says. */
    readonly model: string | null
  }
  readonly note_types: { readonly auto_create_directories: boolean; readonly require_descriptions: boolean }
  readonly metadata: {
    readonly validate_on_create: boolean
    readonly validate_on_update: boolean
    readonly strict_validation: boolean
  }
  readonly deletion: {
    /** How `delete_note` deletes when it is not told. */
    readonly default_mode: 'archive' | 'trash' | 'permanent'
    readonly require_confirmation: boolean
    readonly create_backups: boolean
    /** Vault-relative or absolute; null is the data directory. */
    readonly backup_path: string | null
    readonly allow_note_type_deletion: boolean
    readonly max_bulk_delete: number
  }
  readonly permissions: {
    readonly write: Permission
    readonly destructive: DestructivePermission
    /** What a server may use without asking: all of it, or the folder that the server was started in. */
    readonly scope: 'vault' | 'working_directory'
  }
  readonly index: {
    /** Folder of the index; null is the platform's data directory. */
    readonly path: string | null
    /** Paths and globs from the vault's root that are no notes, beside those that zk is told to ignore. */
    readonly ignore: readonly string[]
    /** Seconds between looks at the whole folder, for drives that send no events; 0 never. */
    readonly reconcile_interval: number
    /** Ask the file system again and again instead of waiting for its events. */
    readonly poll: boolean
  }
  readonly ingest: {
    /** Whether files that arrive in `raw/` are ingested; null is where a notebook of zk has such a folder. */
    readonly watch_raw: boolean | null
  }
  readonly history: {
    readonly max_age_days: number
    readonly max_size_mb: number
    /** Whether each change becomes a commit of the repository that the vault lies in. */
    readonly git: 'off' | 'on'
  }
}

export type Permission = 'allow' | 'ask' | 'deny'

/** With `confirm` the caller's confirmation is enough, and the person is not asked. */
export type DestructivePermission = Permission | 'confirm'

/** A file that says what may be done in a vault: its own settings, or those of a vault in whose folder it lies. */
export interface PermissionSource {
  /** From the folder of the vault: `../.flint-note/config.yml` belongs to one around it. */
  readonly file: string
  readonly permissions: VaultConfig['permissions']
  readonly said: SaidPermissions
}

/** What a config itself says of permission; whatever it leaves out has a default. */
export interface SaidPermissions {
  readonly write?: Permission | undefined
  readonly destructive?: DestructivePermission | undefined
}

/** What `.obsidian/` and `.zk/` say of an adopted vault. They are read, never written. */
export interface VaultSettings {
  readonly kind: 'obsidian' | 'zk' | 'plain'
  /** Paths and globs from the vault's root; one that names a folder leaves out all that is in it. */
  readonly ignore: readonly string[]
  /** Obsidian's "Excluded files", as written: beginnings of paths, and regular expressions between slashes. */
  readonly excluded: readonly string[]
  /** How a new note's file is named: after its title as it stands, or by zk's slug. */
  readonly filename: 'title' | 'slug'
  readonly linkStyle: 'wikilink' | 'markdown'
  /** How a link to another folder is written: as short as it stays unambiguous, from the source, or from the root. */
  readonly linkPath: 'shortest' | 'relative' | 'absolute'
  /** Vault-relative; `''` is the vault's root, one that starts with `./` lies beside the note; null is not said. */
  readonly attachmentsFolder: string | null
  /** Vault-relative; `''` is the vault's root, null is not said. */
  readonly dailyFolder: string | null
  /** As Moment.js writes it: `YYYY-MM-DD`. */
  readonly dailyFormat: string | null
  /** Vault-relative path of the template, with `.md`. */
  readonly dailyTemplate: string | null
  readonly templatesFolder: string | null
  /** How `{{date}}` and `{{time}}` in Obsidian's templates are written, as Moment.js writes it. */
  readonly templateFormats: { readonly date: string; readonly time: string }
  readonly tagStyle: TagStyle
  /** What zk says of new notes; null without `.zk/`. */
  readonly zk: ZkSettings | null
  /** Why what zk says is not known, in a sentence; null where it is. */
  readonly zkFault: string | null
  /** Settings that could not be read, a sentence each. */
  readonly problems: readonly string[]
}

/** The `[note]` table of zk's config and what each group changes in it. Templates are Handlebars, as written. */
export interface ZkSettings extends ZkNoteRule {
  readonly language: string
  readonly groups: readonly ZkGroup[]
  /** The file that says so, as it was found; null where there is none or it could not be read. */
  readonly source: string | null
}

export interface ZkNoteRule {
  /** What a note is called that is given no title. */
  readonly defaultTitle: string
  /** Template of the file name without its extension; null is zk's default or the surrounding rule's. */
  readonly filename: string | null
  readonly extension: string
  /** Vault-relative path of the note template; null where none is set. */
  readonly template: string | null
  /** How `{{id}}` is made. */
  readonly id: ZkIdRule
  /** What templates can name as `extra`. */
  readonly extra: Readonly<Record<string, string>>
}

export interface ZkIdRule {
  /** The characters to choose from, in the case that is wanted. */
  readonly characters: string
  readonly length: number
}

export interface ZkGroup extends ZkNoteRule {
  readonly name: string
  /** Folders, or globs over folders, whose new notes follow this rule. */
  readonly paths: readonly string[]
}
