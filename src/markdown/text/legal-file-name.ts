import { truncateBytes } from './truncate-bytes.ts'

/**
 * A title as a file name, without extension, that every platform and every kind of link allows. A forbidden character
 * becomes a dash between words and is dropped elsewhere.
 *
 *     legalFileName('AC/DC: live?')   // 'AC-DC live'
 */
export function legalFileName(title: string): string {
  const spaced = title
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(/[\p{Cc}\p{Surrogate}\ufeff]/gu, '')
    .replace(/[\\/:*?"<>|#^[\]]+/g, (_run, offset: number, whole: string) => {
      const isBetweenWords = /[^\s]/.test(whole[offset - 1] ?? ' ') && isWordAfter(whole, offset)
      return isBetweenWords ? '-' : ''
    })
    .replace(/ {2,}/g, ' ')
  const name = trimName(truncateBytes(trimName(spaced), 200))
  if (name === '') return 'Untitled'
  return /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i.test(name) ? `_${name}` : name
}

function isWordAfter(whole: string, offset: number): boolean {
  return /^[\\/:*?"<>|#^[\]]+[^\s\\/:*?"<>|#^[\]]/.test(whole.slice(offset))
}

/**
 * No dot or space at either end: Windows drops the last ones, and a first dot hides the file, even after invisible
 * characters.
 */
function trimName(name: string): string {
  return name.replace(/^[\p{Default_Ignorable_Code_Point}. ]*[. ]/u, '').replace(/[. ]+$/, '')
}
