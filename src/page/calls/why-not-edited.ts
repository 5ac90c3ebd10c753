import { inMegabytes } from '../../model/note-size.ts'
import { httpLimits } from '../../server/http-limits.ts'
import type { VaultContext } from '../../vault/vault-context.ts'

type File = Awaited<ReturnType<VaultContext['notes']['read']>>['file']

/** Whether a vault lets its notes be changed, be it after a question. */
export function mayChange({ config, condition }: Pick<VaultContext, 'config' | 'condition'>): boolean {
  return condition.readOnly === null && config.permissions.write !== 'deny'
}

/** Why a note cannot be written in on the page; null where it can. */
export function whyNotEdited(
  vault: Pick<VaultContext, 'config' | 'condition'>,
  { text, isUtf8, cutFrom }: Pick<File, 'text' | 'isUtf8' | 'cutFrom'>,
): string | null {
  if (!mayChange(vault)) return 'This vault does not allow its notes to be changed.'
  if (cutFrom !== null || isTooLong(text))
    return `This note is too long to be written in here: the page saves texts of up to ${inMegabytes(mostBytes)}. Open it in an editor.`
  if (text.includes('\0'))
    return 'This note has a NUL character, which no tool of flint writes: take it out in an editor first.'
  return isUtf8 ? null : 'This note is not valid UTF-8: writing it back would lose something of it.'
}

const mostBytes = 5_000_000
const roomForTwo = httpLimits.pageBodyBytes - 200_000
/** So many bytes a character takes at most, as JSON: few take more than two. */
const mostPerCharacter = 6

function isTooLong(text: string): boolean {
  if (Buffer.byteLength(text) > mostBytes) return true
  const mayNotFit = text.length * 2 * mostPerCharacter > roomForTwo
  return mayNotFit && Buffer.byteLength(JSON.stringify(text)) * 2 > roomForTwo
}
