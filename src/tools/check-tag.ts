import { isTag } from '../markdown/edit/rename-tag-in-text.ts'
import type { TagStyle } from '../model/tag-style.ts'
import { VaultError } from '../model/vault-error.ts'
import { beginning } from '../model/whole-characters.ts'

/**
 * A tag's name without its `#`. INVALID_ARGUMENT for one that would not be read as one tag, with a name that would.
 *
 *     checkTag('#home/garden')   // 'home/garden'
 */
export function checkTag(given: string, style?: TagStyle): string {
  const tag = given.trim().replace(/^#/, '')
  if (isTag(tag, style)) return tag
  const legal = tag
    .replace(/[^\p{L}\p{N}_/-]+/gu, '-')
    .replace(/\/{2,}/g, '/')
    .replace(/^[-/]+|[-/]+$/g, '')
  const shown = beginning(given, 100)
  throw new VaultError('INVALID_ARGUMENT', `"${shown}" is no tag.`, {
    tag: shown,
    hint: `A tag has letters, digits, _, - and / and is not a number${isTag(legal) ? `: "${legal}" would do` : ''}.`,
  })
}
