import type { RegistryConfig } from '../model/registry-config.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { expandHome, type Environment, modelsFolder } from './config-folder.ts'

/** The embedding model of a vault, as `openEmbedder` wants it: the vault's own choice, else the user's. */
export function modelChoice(
  vault: VaultConfig | null,
  { search }: RegistryConfig,
  env: Environment,
): { readonly model: string; readonly modelFolder: string } {
  return {
    model: vault?.search.model ?? expandHome(search.model, env),
    modelFolder: modelsFolder(env, search.models_folder),
  }
}

/** The id, folder or `none` that is in force for the vault at this root, or, with null, for the user. */
export async function modelInForce(
  root: string | null,
  registry: RegistryConfig,
  env: Environment,
): Promise<string> {
  const own = root === null ? null : await readVaultConfig(root)
  return modelChoice(own?.config ?? null, registry, env).model
}
