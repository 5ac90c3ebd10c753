/**
 * The form in which the names of headings are compared: Obsidian and GitHub name them differently in links.
 *
 *     headingKey('Big & new')   // 'big-new', as of '#big--new'
 */
export function headingKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
