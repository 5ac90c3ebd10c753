import ignore from 'ignore'
import { fileNameOf } from '../model/note-path.ts'

/** Answers whether a vault-relative path is left out of the vault. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean

// Whatever a vault's own settings say, nobody keeps notes there.
const alwaysIgnored = new Set(['node_modules'])

/**
 * Hidden files and folders, `node_modules`, other vaults inside this one, and what the settings say: patterns as in a
 * `.gitignore`, or `/regular expression/` as Obsidian writes them.
 */
export function createIgnoreRules(patterns: readonly string[], nestedVaults: readonly string[]): IgnoreRules {
  const expressions: RegExp[] = []
  const globs = ignore({ ignorecase: false })
  for (const pattern of patterns) {
    if (pattern.length > 2 && pattern.startsWith('/') && pattern.endsWith('/')) {
      expressions.push(new RegExp(pattern.slice(1, -1), 'i'))
    } else globs.add(pattern)
  }
  const nested = new Set(nestedVaults)
  return (path, isFolder) => {
    const name = fileNameOf(path)
    if (name.startsWith('.') || alwaysIgnored.has(name) || nested.has(path)) return true
    if (patterns.length === 0) return false
    return (
      globs.ignores(isFolder ? `${path}/` : path) || expressions.some((expression) => expression.test(path))
    )
  }
}

/** The same for a path of which only the whole is known: left out when it or any folder above it is. */
export function isIgnoredAnywhere(rules: IgnoreRules, path: string): boolean {
  const segments = path.split('/')
  for (let count = 1; count < segments.length; count++) {
    if (rules(segments.slice(0, count).join('/'), true)) return true
  }
  return rules(path, false)
}
