import { VaultError } from '../../model/vault-error.ts'
import { readSections } from '../read/read-sections.ts'
import { lineEnd } from '../text/line-bounds.ts'
import { bodyEnd } from '../text/text-body.ts'
import { lineEndOf, withLineEnds } from '../text/with-line-ends.ts'
import { blankToAdd } from './blank-between.ts'
import { keepHeadings } from './replace-section-text.ts'

interface Addition {
  readonly content: string
  /** For the content; null where it has none of its own. */
  readonly heading: string | null
}

/**
 * Adds content as new lines at the end of the note's own text, under a `###` heading where one is given. Nothing before it
 * changes, and a comment that closes the note stays its last block: VALIDATION_FAILED for content that would take it in.
 *
 *     appendToEnd('One\n', { content: 'Two', heading: null })   // 'One\nTwo\n'
 */
export function appendToEnd(text: string, { content, heading }: Addition): string {
  const end = ownEnd(text)
  if (end === text.length) return appended(text, content, heading)
  const last = lineEnd(text, bodyEnd(text, 0, end))
  const own = bodyEnd(text, 0, end) === 0 ? '' : text.slice(0, last)
  const added = appended(own, content, heading) + (text.slice(own.length, end) || lineEndOf(text))
  const result = added + text.slice(end)
  if (ownEnd(result) === added.length) return result
  throw new VaultError(
    'VALIDATION_FAILED',
    'With this content the comment that closes the note would not be one any more.',
    { hint: keepHeadings },
  )
}

/** Where the note's own text ends; reading the note is worth it only where its last line may close a comment. */
function ownEnd(text: string): number {
  return text.trimEnd().endsWith('%%') ? readSections(text).end : text.length
}

function appended(text: string, content: string, heading: string | null): string {
  const end = lineEndOf(text)
  const isOnNewLine = text === '' || text === '\uFEFF' || text.endsWith('\n')
  const addition = withLineEnds(content, text)
  const last = addition.endsWith('\n') ? '' : end
  const isApart = text.trim() === '' || /\n\r?\n$/.test(text)
  const before =
    heading === null ? blankToAdd(text, addition, end) : `${isApart ? '' : end}### ${heading}${end}${end}`
  return text + (isOnNewLine ? '' : end) + before + addition + last
}
