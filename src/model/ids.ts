declare const brand: unique symbol

/** A vault's name in the registry: `^[a-z0-9][a-z0-9_-]{0,63}$`. */
export type VaultId = string & { readonly [brand]: 'VaultId' }

/** `sha256:` and the hexadecimal digest of the whole file's bytes. */
export type ContentHash = string & { readonly [brand]: 'ContentHash' }

const vaultIdPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/

export function isVaultId(text: string): text is VaultId {
  return vaultIdPattern.test(text)
}

export function isContentHash(text: string): text is ContentHash {
  return /^sha256:[0-9a-f]{64}$/.test(text)
}

/** True for a clean vault-relative path: no empty, `.` or `..` segment, no backslash, no NUL. */
export function isCleanRelativePath(text: string): boolean {
  if (text === '' || text.includes('\0') || text.includes('\\')) return false
  return text.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
}
