import { z } from 'zod'
import { isCleanRelativePath, isVaultId } from '../model/ids.ts'
import { once } from '../model/once.ts'
import type { VaultConfig } from '../model/vault-config.ts'

// The messages complete the sentence "`key` is …; write MESSAGE."
const permission = () => z.enum(['allow', 'ask', 'deny'], 'allow, ask or deny')
const destructive = () => z.enum(['allow', 'ask', 'confirm', 'deny'], 'allow, ask, confirm or deny')

/** What a config says of permission in so many words; what means nothing counts as not said. */
export const saidSchema = once(() =>
  z.object({
    permissions: z
      .object({
        write: permission().optional().catch(undefined),
        destructive: destructive().optional().catch(undefined),
      })
      .catch({}),
  }),
)

/** `.flint-note/config.yml`, each key with its default. To make it takes milliseconds: what opens no vault needs none. */
export const vaultConfigSchema = once((): z.ZodType<VaultConfig> => {
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
    (id) => id === null || isVaultId(id),
    'an id of up to 64 of a–z, 0–9, - and _, such as work-notes',
  )

  const insideVault = 'a folder inside the vault, such as "." or "notes"'
  const workspaceRoot = z
    .string(insideVault)
    .refine((path) => path === '.' || isCleanRelativePath(path), insideVault)
  return section({
    vault_id: vaultId.default(null),
    name: name.default(null),
    description: text.default(''),
    workspace_root: workspaceRoot.default('.'),
    default_note_type: text.refine(isCleanRelativePath, 'the name of a note type').default('general'),
    search: section({ index_enabled: flag.default(true), model: model.default(null) }).prefault({}),
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
      default_mode: z
        .enum(['archive', 'trash', 'permanent'], 'archive, trash or permanent')
        .default('archive'),
      require_confirmation: flag.default(true),
      create_backups: flag.default(true),
      backup_path: folder.default(null),
      allow_note_type_deletion: flag.default(true),
      max_bulk_delete: count(0, 100_000).default(10),
    }).prefault({}),
    permissions: section({
      write: permission().default('allow'),
      destructive: destructive().optional(),
      scope: z.enum(['vault', 'working_directory'], 'vault or working_directory').default('vault'),
    }).prefault({}),
    index: section({
      path: folder.default(null),
      ignore: z.array(z.string(paths), paths).default([]),
      reconcile_interval: count(0, 86_400).default(300),
      poll: flag.default(false),
    }).prefault({}),
    ingest: section({ watch_raw: flag.nullable().default(null) }).prefault({}),
    history: section({
      max_age_days: count(0, 36_500).default(90),
      max_size_mb: count(1, 1_000_000).default(200),
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
