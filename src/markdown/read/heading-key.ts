import { foldCase } from '../../model/normalize-key.ts'

/**
 * Normalises the name of a heading for comparison: Obsidian and GitHub write it differently in links.
 *
 *     headingKey('Big & new')   // 'big-new', as of '#big--new'
 */
export function headingKey(name: string): string {
  return foldCase(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
