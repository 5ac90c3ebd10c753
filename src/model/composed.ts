/**
 * Composed as Unicode has it (NFC), but for words in Latin script, which are compared without diacritics anyway: they stay
 * as their file has them.
 *
 *     composed('музеи\u0306')   // 'музей'
 */
export function composed(text: string): string {
  // All that comes before is composed, and so are nearly all texts.
  if (!/[\u0300-\uffff]/.test(text) || text.normalize('NFC') === text) return text
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => (latin.test(word) ? word : word.normalize('NFC')))
}

const latin = /^[\p{Script=Latin}\p{Script=Inherited}]+$/u
