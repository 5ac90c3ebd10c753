import { linearPattern, type LinearPattern } from '../markdown/text/linear-pattern.ts'
import { pathKey } from '../model/normalize-key.ts'

/**
 * Whether a vault-relative path is one of Obsidian's "Excluded files". A filter is the beginning of a path, or a regular
 * expression between slashes for any part of one; case makes no difference. One that cannot be read excludes nothing.
 *
 *     excludedFiles(['Archive/', '/\\.draft\\.md$/'])('archive/old.md')   // true
 */
export function excludedFiles(filters: readonly string[]): (path: string) => boolean {
  const beginnings = filters.filter((filter) => !isPattern(filter)).map(pathKey)
  const patterns = filters.filter(isPattern).flatMap((filter) => {
    const pattern = readPattern(filter)
    return pattern.kind === 'pattern' ? [pattern.test] : []
  })
  if (beginnings.length === 0 && patterns.length === 0) return () => false
  return (path) => {
    const compared = pathKey(path)
    return (
      beginnings.some((beginning) => compared.startsWith(beginning)) ||
      patterns.some((matches) => matches(path.normalize('NFC')))
    )
  }
}

/** Whether a person asks for an excluded folder or path by name, and so wants to see it. */
export function namesExcluded(
  { excluded }: { readonly excluded: readonly string[] },
  asked: string | undefined,
): boolean {
  if (asked === undefined || asked === '') return false
  const isExcluded = excludedFiles(excluded)
  return isExcluded(asked) || isExcluded(`${asked}/`)
}

/** Why a filter has no effect; null where it has one. */
export function excludedProblem(filter: string): string | null {
  const pattern = isPattern(filter) ? readPattern(filter) : null
  return pattern?.kind === 'problem' ? pattern.message : null
}

function isPattern(filter: string): boolean {
  return filter.length > 2 && filter.startsWith('/') && filter.endsWith('/')
}

function readPattern(filter: string): LinearPattern {
  return linearPattern(filter.slice(1, -1).normalize('NFC'), 'any case')
}
