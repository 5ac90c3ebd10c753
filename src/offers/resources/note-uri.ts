import { isVaultId, type VaultId } from '../../model/ids.ts'

/** `{+id}` is a path: its slashes stay as they are, everything else that means something in a URI is percent-encoded. */
export const noteTemplate = 'flint-note://{vault_id}/notes/{+id}'

export interface NoteAddress {
  readonly vaultId: VaultId
  readonly path: string
}

/**
 * The address of a note.
 *
 *     noteUri('work', 'projects/new site.md')   // 'flint-note://work/notes/projects/new%20site.md'
 */
export function noteUri(vaultId: string, path: string): string {
  // Half a character, which a name on Windows may have, has no encoding.
  const whole = path.replace(/\p{Surrogate}/gu, '\ufffd')
  return `flint-note://${vaultId}/notes/${whole.split('/').map(encodeURIComponent).join('/')}`
}

/**
 * Which note an address means; null for one that can be no note's: with `.`, `..`, an empty or a hidden segment, plain
 * or in disguise, with a query or a fragment. It is read as it was sent: `new URL` would resolve `..` unseen.
 */
export function readNoteUri(uri: string): NoteAddress | null {
  const [, vaultId = '', rest = ''] = /^flint-note:\/\/([^/?#]+)\/notes\/([^?#]+)$/i.exec(uri) ?? []
  const names = decodeNames(rest)
  return isVaultId(vaultId) && names.every(isName) ? { vaultId, path: names.join('/') } : null
}

/** An empty one where it is no text. */
function decodeNames(path: string): readonly string[] {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return ['']
  }
}

/** Whether it can be the name of a note or of a folder with notes. Hidden ones are left alone. */
function isName(segment: string): boolean {
  return segment !== '' && !segment.startsWith('.') && !/[/\0]/.test(segment)
}
