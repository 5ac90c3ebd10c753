/** The vault-relative path of the config. */
export const vaultConfigPath = '.flint-note/config.yml'
