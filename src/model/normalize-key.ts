/** The form in which paths and file names are compared: NFC, lower case in no particular language. Blanks are part of them. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/**
 * The form in which titles, aliases and tags are compared: NFC, lower case in no particular language, without outer white space.
 *
 *     normalizeKey(' Café ')   // 'café', however the é was typed
 */
export function normalizeKey(text: string): string {
  return pathKey(text).trim()
}
