import { isObject } from '../../../model/is-record.ts'

/**
 * How far behind the index was of which an answer was taken, in a sentence for each vault; none where it was up to date.
 *
 *     behindOf({ freshness: { state: 'indexing', message: 'The vault is being indexed.' } })
 */
export function behindOf(result: unknown): readonly string[] {
  if (!isObject(result)) return []
  const { freshness, vaults } = result
  const own = isObject(freshness) && typeof freshness['message'] === 'string' ? [freshness['message']] : []
  const parts = Array.isArray(vaults) ? vaults : []
  return [...own, ...parts.flatMap((part) => behindOf(part).map((message) => `${nameOf(part)}: ${message}`))]
}

/** Whether a search had to do without meaning, which will take part soon. */
export function waitsForModel(result: unknown): boolean {
  if (!isObject(result)) return false
  const { halves } = result
  return isObject(halves) && halves['loading'] === true
}

function nameOf(vault: unknown): string {
  return isObject(vault) ? String(vault['name']) : ''
}
