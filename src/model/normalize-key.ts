/**
 * The form in which names are compared: NFC, lower case in no particular language, without outer white space.
 *
 *     normalizeKey(' Café ')   // 'café', however the é was typed
 */
export function normalizeKey(text: string): string {
  return text.normalize('NFC').toLowerCase().trim()
}
