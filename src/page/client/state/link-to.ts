import { isNotePath } from '../../../model/note-path.ts'
import { noteAddress } from './place.ts'
import { sessionAddress } from './session-place.ts'

/** The attributes of a link to a note, or to any other file of a vault. */
export function linkTo(vault: string, path: string) {
  return isNotePath(path) ? { href: noteAddress(vault, path) } : linkToFile(vault, path)
}

/** The attributes of a link to the file itself: a picture is shown, anything else handed over. */
export function linkToFile(vault: string, path: string) {
  const href = sessionAddress(noteAddress(vault, path).replace('/ui/note/', 'file/'))
  return { href, target: '_blank', rel: 'noopener' }
}
