/** The form in which paths and file names are compared: NFC, lower case in no particular language. Blanks are part of them. */
export function pathKey(path: string): string {
  return foldCase(path)
}

/**
 * The form in which titles, aliases and tags are compared: NFC, lower case in no particular language, without outer white space.
 *
 *     normalizeKey(' Café ')   // 'café', however the é was typed
 */
export function normalizeKey(text: string): string {
  return foldCase(text).trim()
}

/** Composed and without capitals, one letter like the other: what stands around a Σ decides whether its small letter is ς or σ. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')
}
