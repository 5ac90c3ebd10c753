import type { PdfFailureReason } from './pdf-failure.ts'
import { textOf, type PdfPage } from './pdf-page.ts'

// Scans carry a few characters at most: a stamp, a scanner's name.
const fewestCharacters = 20
const pictureShare = 0.5

export interface NoText {
  readonly reason: PdfFailureReason
  readonly detail?: string
}

/** Why these pages are not worth a note; null where they have text. */
export function judgeText(pages: readonly PdfPage[], wasRepaired: boolean): NoText | null {
  if (pages.length === 0) return { reason: 'damaged' }
  let characters = 0
  let pictures = 0
  let unreadable = 0
  for (const page of pages) {
    for (const fragment of page.fragments) characters += textOf(fragment).replace(/[\s\ufffd]/gu, '').length
    pictures += page.pictures
    unreadable += page.unreadable
  }
  const isPictured = pictures / pages.length > pictureShare
  if (characters >= (isPictured ? fewestCharacters * pages.length : 1)) return null
  if (isPictured || (characters === 0 && pictures > 0)) return { reason: 'scanned' }
  if (unreadable > 0)
    return { reason: 'scanned', detail: 'Its fonts do not say which letters their shapes stand for.' }
  return { reason: wasRepaired ? 'damaged' : 'blank' }
}
