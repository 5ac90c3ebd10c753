import { folderOf, relativePath, stemOf, withoutNoteExtension } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import type { VaultSettings } from '../model/vault-config.ts'

/**
 * A link to a note as this vault writes them, showing `text`. A file name that leads to one note alone is written, else
 * the path: no other program finds a note by its title. `bears` says whether that note, and no other, bears a name.
 */
export function writeLink(
  target: { readonly path: string },
  text: string,
  { from, settings, bears }: { from: string; settings: VaultSettings; bears: (key: string) => boolean },
): string {
  if (settings.linkStyle === 'markdown') {
    const path = settings.linkPath === 'absolute' ? target.path : relativePath(folderOf(from), target.path)
    return `[${text.replace(/[[\]]/g, '\\$&')}](${encodeURI(path).replace(/[()]/g, '\\$&')})`
  }
  const stem = stemOf(target.path)
  const isEnough = !/[[\]|#^\n]/.test(stem) && bears(normalizeKey(stem))
  const name = isEnough ? stem : withoutNoteExtension(target.path)
  // Case makes no difference anywhere.
  return normalizeKey(name) === normalizeKey(text)
    ? `[[${text}]]`
    : `[[${name}|${text.replace(/[[\]|]/g, ' ')}]]`
}
