import type { VaultPlace } from '../model/known-vault.ts'
import type { RegistryConfig } from '../model/registry-config.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { expandHome, type Environment, modelsFolder } from './config-folder.ts'

/** The embedding model of a vault for `openEmbedder`: the vault's own choice, else the user's. */
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

/** The model id, folder or `none` in force for this vault or, with null, for the user. */
export async function modelInForce(
  vault: VaultPlace | null,
  registry: RegistryConfig,
  env: Environment,
): Promise<string> {
  const own = vault === null ? null : await readVaultConfig(vault)
  return modelChoice(own?.config ?? null, registry, env).model
}
