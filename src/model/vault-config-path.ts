/** The vault-relative path of the config. */
export const vaultConfigPath = '.flint-note/config.yml'

/** A config by its path from a vault, which may be that of a vault around it. */
export function nameConfig(file: string): string {
  return file === vaultConfigPath ? file : `${file} (the settings of a vault around this one)`
}
