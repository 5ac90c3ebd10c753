import { z } from 'zod'
import type { DeepReadonly } from './deep-readonly.ts'
import { isCleanRelativePath, isVaultId } from './ids.ts'
import { once } from './once.ts'

/** `.flint-note/config.yml`: what a vault says of itself. Every key has a default; see `vault-config.example.yml`. */
export type VaultConfig = DeepReadonly<z.infer<ReturnType<typeof vaultConfigSchema>>>

/** What a config itself says of permission; whatever it leaves out has a default. */
export type SaidPermissions = DeepReadonly<z.infer<ReturnType<typeof saidSchema>>['permissions']>

/** A file that says what may be done in a vault: its own settings, or those of a vault in whose folder it lies. */
export interface PermissionSource {
  /** From the folder of the vault: `../.flint-note/config.yml` belongs to one around it. */
  readonly file: string
  /** The folder in which that one is. */
  readonly root: string
  readonly permissions: VaultConfig['permissions']
  readonly said: SaidPermissions
}

// The messages complete the sentence "`key` is …; write MESSAGE."
const permission = () => z.enum(['allow', 'ask', 'deny'], 'allow, ask or deny')
/** With `confirm` the caller's confirmation is enough, and the person is not asked. */
const destructive = () => z.enum(['allow', 'ask', 'confirm', 'deny'], 'allow, ask, confirm or deny')

/** What a config says of permission in so many words, of what can be read in it. */
export const saidSchema = once(() =>
  z.object({
    permissions: z
      .object({ write: permission().optional(), destructive: destructive().optional() })
      .default({}),
  }),
)

/** Each key with its default. To make it takes milliseconds: what opens no vault needs none. */
export const vaultConfigSchema = once(() => {
  const flag = z.boolean('true or false')
  const text = z.string('text, in quotes where it looks like a number')
  const name = text.min(1, 'text that is not empty').nullable()
  const folder = text.min(1, 'the path of a folder, or leave the key out').nullable()
  const paths = 'a list of paths, such as ["drafts", "*.tmp.md"]'
  // A path would let a vault that came from elsewhere have any file loaded.
  const modelId = 'the id of a model that flint knows, none, or leave the key out'
  const model = z
    .string(modelId)
    .regex(/^[a-z0-9][a-z0-9.-]*$/, modelId)
    .nullable()

  const vaultId = name.refine(
    (id): boolean => id === null || isVaultId(id),
    'an id of up to 64 of a–z, 0–9, - and _, such as work-notes',
  )

  const insideVault = 'a folder inside the vault, such as "." or "notes"'
  const workspaceRoot = z
    .string(insideVault)
    .refine((path) => path === '.' || isCleanRelativePath(path), insideVault)
  return section({
    /** The id of the vault where it is not registered; null takes the folder's name. */
    vault_id: vaultId.default(null),
    name: name.default(null),
    description: text.default(''),
    /** Where the notes are, relative to the folder that holds `.flint-note`. */
    workspace_root: workspaceRoot.default('.'),
    /** Null is not said. */
    default_note_type: text.refine(isCleanRelativePath, 'the name of a note type').nullable().default(null),
    search: section({
      index_enabled: flag.default(true),
      /** The id of an embedding model, or `none`; null takes what the registry says. */
      model: model.default(null),
    }).prefault({}),
    note_types: section({
      auto_create_directories: flag.default(true),
      require_descriptions: flag.default(true),
    }).prefault({}),
    metadata: section({
      validate_on_create: flag.default(true),
      validate_on_update: flag.default(true),
      strict_validation: flag.default(false),
    }).prefault({}),
    deletion: section({
      /** How `delete_note` deletes when it is not told. */
      default_mode: z
        .enum(['archive', 'trash', 'permanent'], 'archive, trash or permanent')
        .default('archive'),
      require_confirmation: flag.default(true),
      create_backups: flag.default(true),
      /** Vault-relative or absolute; null is the data directory. */
      backup_path: folder.default(null),
      allow_note_type_deletion: flag.default(true),
      max_bulk_delete: count(0, 100_000).default(10),
    }).prefault({}),
    permissions: section({
      write: permission().default('allow'),
      destructive: destructive().optional(),
      /** What a server may use without asking: all of it, or the folder that the server was started in. */
      scope: z.enum(['vault', 'working_directory'], 'vault or working_directory').default('vault'),
    }).prefault({}),
    index: section({
      /** Folder of the index; null is the platform's data directory. */
      path: folder.default(null),
      /** Paths and globs from the vault's root that are no notes, beside those that zk is told to ignore. */
      ignore: z.array(z.string(paths), paths).default([]),
      /** Seconds between looks at the whole folder, for drives that send no events; 0 never. */
      reconcile_interval: count(0, 86_400).default(300),
      /** Ask the file system again and again instead of waiting for its events. */
      poll: flag.default(false),
    }).prefault({}),
    ingest: section({
      /** Whether files that arrive in `raw/` are ingested; null is where a notebook of zk has such a folder. */
      watch_raw: flag.nullable().default(null),
    }).prefault({}),
    history: section({
      max_age_days: count(0, 36_500).default(90),
      max_size_mb: count(1, 1_000_000).default(200),
      /** Whether each change becomes a commit of the repository that the vault lies in. */
      git: z.enum(['off', 'on'], 'off or on').default('off'),
    }).prefault({}),
  }).transform((config) => ({
    ...config,
    // The older key speaks only where the newer one is silent.
    permissions: {
      ...config.permissions,
      destructive: config.permissions.destructive ?? (config.deletion.require_confirmation ? 'ask' : 'allow'),
    },
  }))
})

function count(least: number, most: number): z.ZodNumber {
  const wanted = `a whole number from ${least} to ${most}`
  return z.int(wanted).min(least, wanted).max(most, wanted)
}

function section<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  return z.strictObject(shape, 'keys and values, indented below it')
}
