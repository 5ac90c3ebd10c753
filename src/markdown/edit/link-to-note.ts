import { encodePath } from '../text/encode-path.ts'
import type { VaultSettings } from '../../model/vault-settings.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import { folderOf, stemOf, withoutNoteExtension, relativePath } from '../../model/note-path.ts'

/**
 * A link to a note in the vault's style, showing its title: by its file name where that is unique, else by its path. No
 * other program would find it by its title.
 *
 *     linkToNote({ path: 'b/plan-b.md', title: 'Plan B', isOnlyOne: true }, 'a/x.md', { linkStyle: 'wikilink', linkPath: 'shortest' })
 *     // '[[plan-b|Plan B]]'
 */
export function linkToNote(
  { path, title, isOnlyOne }: { readonly path: string; readonly title: string; readonly isOnlyOne: boolean },
  source: string,
  { linkStyle, linkPath }: Pick<VaultSettings, 'linkStyle' | 'linkPath'>,
): string {
  if (linkStyle === 'markdown') {
    const target = linkPath === 'absolute' ? `/${path}` : relativePath(folderOf(source), path)
    return `[${title.replace(/[\\[\]`*_<]/g, '\\$&')}](${encodePath(target)})`
  }
  const isPlain = !/[[\]|#^\\]|%%/.test(title)
  const whole = linkPath === 'relative' ? relativePath(folderOf(source), path) : path
  const target = isOnlyOne && linkPath === 'shortest' ? stemOf(path) : withoutNoteExtension(whole)
  if (!isPlain) return `[[${target}]]`
  // Links ignore case.
  return normalizeKey(target) === normalizeKey(title) ? `[[${title}]]` : `[[${target}|${title}]]`
}
