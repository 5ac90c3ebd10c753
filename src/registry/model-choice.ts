import type { VaultPlace } from '../model/known-vault.ts'
import type { RegistryConfig } from './registry-schema.ts'
import { readVaultConfig } from '../settings/read-vault-config.ts'
import { expandHome, type Environment, modelsFolder } from './config-folder.ts'

/** The embedding model that the user has chosen, for `openEmbedder`. */
export function modelChoice({ search }: RegistryConfig, env: Environment) {
  return { model: expandHome(search.model, env), modelFolder: modelsFolder(env, search.models_folder) }
}

/** The model id, folder or `none` in force for this vault or, with null, for the user. */
export async function modelInForce(
  vault: VaultPlace | null,
  registry: RegistryConfig,
  env: Environment,
): Promise<string> {
  const own = vault === null ? null : (await readVaultConfig(vault)).config.search.model
  return own ?? modelChoice(registry, env).model
}
