/** The form in which names are compared: composed, lower case by no language's rules, without spaces around. */
export function normalizeKey(name: string): string {
  return name.normalize('NFC').toLowerCase().trim()
}
