import { dirname, join } from 'node:path'
import type { VaultPlace } from '../model/known-vault.ts'
import { folderOf, isInside } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { parseVaultConfig } from '../settings/read-vault-config.ts'
import { readText } from '../files/read-text.ts'
import { VaultFiles } from '../files/vault-files.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'
import { changeRegistry } from './change-registry.ts'
import { makeFolder } from '../own-files/make-private-folder.ts'
import { editYaml } from './edit-yaml.ts'
import { writeAtomically } from './write-atomically.ts'

/** Sets the embedding model of this user. */
export async function chooseModel(configFolder: string, model: string): Promise<void> {
  await changeRegistry(configFolder, (config) => ({ ...config, search: { ...config.search, model } }))
}

/** Sets whether notes are embedded in the background, for every process of this user. */
export async function pauseEmbedding(configFolder: string, paused: boolean): Promise<void> {
  await changeRegistry(configFolder, (config) => ({ ...config, search: { ...config.search, paused } }))
}

/** Sets the embedding model of a vault for everybody who opens it; null leaves the choice to each of them. */
export async function chooseVaultModel(
  { root, registered }: VaultPlace,
  model: string | null,
): Promise<void> {
  if (!registered) await expectOwnConfig(root)
  const file = join(root, vaultConfigPath)
  const text = await readText(file)
  const { config, problems } = parseVaultConfig(text ?? '')
  if (problems.length > 0) throw damaged(problems)
  if (config.search.model === model) return
  // Only what differs is written: the defaults stay out of the file.
  const edited = editYaml(text ?? '', { search: { model: config.search.model } }, { search: { model } })
  if (parseVaultConfig(edited).config.search.model !== model) throw damaged([])
  makeFolder(dirname(file))
  const isUnchanged = async (): Promise<boolean> => (await readText(file)) === text
  if (await writeAtomically(file, edited, isUnchanged)) return
  throw new VaultError('CONFLICT', `\`${vaultConfigPath}\` was changed in between; nothing was written.`, {
    hint: 'Repeat the command.',
  })
}

/** OUTSIDE_VAULT where the config of a vault, possibly a stranger's, lies elsewhere through a link. */
async function expectOwnConfig(root: string): Promise<void> {
  const isOwn = (path: string) => isInside(path, folderOf(vaultConfigPath))
  await new VaultFiles(root, undefined, isOwn).exists(vaultConfigPath)
}

function damaged(problems: readonly string[]): VaultError {
  return new VaultError('CONFLICT', `\`${vaultConfigPath}\` cannot be changed safely.`, {
    ...(problems.length > 0 && { problems }),
    hint: ['Mend it in an editor first.', { kind: 'see-doctor', to: 'see what is wrong' }],
  })
}
