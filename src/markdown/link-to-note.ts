import { encodePath, relativePath } from './relative-path.ts'
import type { VaultSettings } from '../model/vault-config.ts'
import { folderOf, withoutNoteExtension } from '../model/note-path.ts'

/**
 * A link to a note in the way the vault writes links: by its title where that leads to it alone, else by its path with
 * the title shown.
 *
 *     linkToNote({ path: 'b/plan.md', title: 'Plan', isOnlyOne: true }, 'a/x.md', { linkStyle: 'wikilink', linkPath: 'shortest' })
 *     // '[[Plan]]'
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
  if (isPlain && isOnlyOne && linkPath === 'shortest') return `[[${title}]]`
  const target = withoutNoteExtension(linkPath === 'relative' ? relativePath(folderOf(source), path) : path)
  return isPlain ? `[[${target}|${title}]]` : `[[${target}]]`
}
