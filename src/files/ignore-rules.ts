import { fileNameOf, isHidden } from '../model/note-path.ts'
import { ignoreMatcher } from './ignore-matcher.ts'
import { composed } from './spelled-on-disk.ts'

/** Whether a vault-relative path is left out of the vault. */
export type IgnoreRules = (path: string) => boolean

// Ignored whatever a vault's settings say.
export const alwaysIgnored: ReadonlySet<string> = new Set(['node_modules'])

/** Hidden files and folders, `node_modules`, other vaults inside this one, and what the settings say. */
export function createIgnoreRules(globs: readonly string[], nestedVaults: readonly string[]): IgnoreRules {
  const matches = ignoreMatcher(globs)
  const nested = new Set(nestedVaults.map(composed))
  return (path) => {
    const name = fileNameOf(path)
    return (
      isHidden(name) ||
      alwaysIgnored.has(name) ||
      (nested.size > 0 && nested.has(composed(path))) ||
      matches(path)
    )
  }
}

/** Whether a path is left out because it, or any folder above it, is ignored. */
export function isIgnoredAnywhere(rules: IgnoreRules, path: string): boolean {
  const segments = path.split('/')
  return segments.some((_, last) => rules(segments.slice(0, last + 1).join('/')))
}
