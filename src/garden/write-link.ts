import { folderOf, stemOf, withoutNoteExtension } from '../model/note-path.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import type { VaultSettings } from '../model/vault-config.ts'

export interface LinkTarget {
  readonly path: string
  readonly title: string
}

/**
 * A link to a note as this vault writes them, showing `text`. A name that leads to one note alone is written, else the
 * path. `bears` says whether that note, and no other, bears a name.
 */
export function writeLink(
  target: LinkTarget,
  text: string,
  { from, settings, bears }: { from: string; settings: VaultSettings; bears: (key: string) => boolean },
): string {
  if (settings.linkStyle === 'markdown') {
    const path = settings.linkPath === 'absolute' ? target.path : relativePath(folderOf(from), target.path)
    return `[${text.replace(/[[\]]/g, '\\$&')}](${encodeURI(path).replace(/[()]/g, '\\$&')})`
  }
  const stem = stemOf(target.path)
  const names = settings.kind === 'obsidian' ? [stem] : [target.title, stem]
  const name =
    names.find((candidate) => !/[[\]|#^\n]/.test(candidate) && bears(normalizeKey(candidate))) ??
    withoutNoteExtension(target.path)
  return name === text ? `[[${name}]]` : `[[${name}|${text.replace(/[[\]|]/g, ' ')}]]`
}

function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/')
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}
