import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { showValue } from './check-config.ts'
import { isHidden } from '../model/note-path.ts'
import { type SaidPermissions, type VaultConfig, vaultConfigSchema } from '../model/vault-config.ts'

/**
 * What holds of the settings of a vault that its user has not registered: they may narrow what flint does, but neither
 * lead out of the vault's folder nor allow more, or guard less, than the defaults do. `ignored` says what does not hold.
 */
export async function limitStranger(
  root: string,
  config: VaultConfig,
  { write, ...said }: SaidPermissions,
): Promise<{
  readonly config: VaultConfig
  readonly said: SaidPermissions
  readonly ignored: readonly string[]
}> {
  const { workspace_root, deletion, index, permissions } = config
  const defaults = vaultConfigSchema().parse({})
  const { max_bulk_delete: mostDeleted, default_mode: usualMode } = defaults.deletion
  const { destructive } = permissions
  const limited: VaultConfig = {
    ...config,
    workspace_root: (await leadsElsewhere(root, workspace_root)) ? defaults.workspace_root : workspace_root,
    index: { ...index, path: null },
    deletion: {
      ...deletion,
      default_mode: deletion.default_mode === 'permanent' ? usualMode : deletion.default_mode,
      create_backups: true,
      backup_path: null,
      max_bulk_delete: Math.min(deletion.max_bulk_delete, mostDeleted),
    },
    permissions: { ...permissions, destructive: destructive === 'deny' ? 'deny' : 'ask' },
    // It is the user's own, and lies outside; so are the commits of a repository.
    history: defaults.history,
  }
  const ignored = Object.entries(decisive).flatMap(([key, valueOf]) => {
    const [own, now] = [valueOf(config), valueOf(limited)]
    return own === now
      ? []
      : [
          `\`${key}\` is ${showValue(own)}, which counts only once the vault is registered; until then it is ${showValue(now)}.`,
        ]
  })
  // A caller that is asked before each change goes on being asked.
  return { config: limited, said: write === 'allow' ? said : { ...said, write }, ignored }
}

const decisive: Readonly<Record<string, (config: VaultConfig) => string | number | boolean | null>> = {
  workspace_root: ({ workspace_root }) => workspace_root,
  'index.path': ({ index }) => index.path,
  'deletion.default_mode': ({ deletion }) => deletion.default_mode,
  'deletion.create_backups': ({ deletion }) => deletion.create_backups,
  'deletion.backup_path': ({ deletion }) => deletion.backup_path,
  'deletion.max_bulk_delete': ({ deletion }) => deletion.max_bulk_delete,
  'permissions.destructive': ({ permissions }) => permissions.destructive,
  'history.max_age_days': ({ history }) => history.max_age_days,
  'history.max_size_mb': ({ history }) => history.max_size_mb,
  'history.git': ({ history }) => history.git,
}

/** Through a link, into what is hidden, or nowhere. */
async function leadsElsewhere(root: string, folder: string): Promise<boolean> {
  const place = join(root, folder)
  return isHidden(folder.replace(/^\.$/, '')) || (await realpath(place).catch(() => null)) !== place
}
