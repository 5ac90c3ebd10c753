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

function nameOf(vault: unknown): string {
  return isObject(vault) ? String(vault['name']) : ''
}
