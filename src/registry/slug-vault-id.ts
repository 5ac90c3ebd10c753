import { createHash } from 'node:crypto'
import { isVaultId, type VaultId } from '../model/ids.ts'

/**
 * An id made of a folder's name, the same on every machine; a number is added while `taken` has it already.
 *
 *     slugVaultId('My Notes', new Set(['my-notes']))   // 'my-notes-2'
 */
export function slugVaultId(name: string, taken: ReadonlySet<string>): VaultId {
  const slug = slugOf(name)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const id = slug.slice(0, 64 - suffix.length) + suffix
    if (isVaultId(id) && !taken.has(id)) return id
  }
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
  if (slug !== '') return slug
  // A name in another script has no letter that an id may contain.
  return `vault-${createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 8)}`
}
