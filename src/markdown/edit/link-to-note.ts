import { encodePath } from '../text/encode-path.ts'
import type { VaultSettings } from '../../model/vault-settings.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import { folderOf, stemOf, withoutNoteExtension, relativePath } from '../../model/note-path.ts'

type LinkSettings = Pick<VaultSettings, 'linkStyle' | 'linkDropsExtension' | 'linkPath'>

/**
 * A link to a note in the vault's style, showing its title: by its file name where that is unique, else by its path. No
 * other program would find it by its title.
 *
 *     linkToNote({ path: 'b/plan-b.md', title: 'Plan B', isOnlyOne: true }, 'a/x.md', settings)
 *     // '[[plan-b|Plan B]]'
 */
export function linkToNote(
  { path, title, isOnlyOne }: { readonly path: string; readonly title: string; readonly isOnlyOne: boolean },
  source: string,
  settings: LinkSettings,
): string {
  const { linkStyle, linkPath } = settings
  if (linkStyle === 'markdown')
    return `[${title.replace(/[\\[\]`*_<]/g, '\\$&')}](${markdownTarget(path, source, settings)})`
  const isPlain = !/[[\]|#^\\]|%%/.test(title)
  const whole = linkPath === 'relative' ? relativePath(folderOf(source), path) : path
  const target = isOnlyOne && linkPath === 'shortest' ? stemOf(path) : withoutNoteExtension(whole)
  if (!isPlain) return `[[${target}]]`
  // Links ignore case.
  return normalizeKey(target) === normalizeKey(title) ? `[[${title}]]` : `[[${target}|${title}]]`
}

/** The destination of a new Markdown link to a note. `v1.2` would be a file with an extension: there `.md` stays. */
export function markdownTarget(
  path: string,
  source: string,
  { linkDropsExtension, linkPath }: Omit<LinkSettings, 'linkStyle'>,
): string {
  const written = linkDropsExtension && !stemOf(path).includes('.') ? withoutNoteExtension(path) : path
  return encodePath(linkPath === 'absolute' ? `/${written}` : relativePath(folderOf(source), written))
}
