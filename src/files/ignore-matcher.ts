import { linearPattern } from '../markdown/text/linear-pattern.ts'
import { composed } from './spelled-on-disk.ts'

/**
 * Whether a vault-relative path, or a folder above it, matches one of these paths and globs. `*` and `?` stop at a
 * slash, `**` does not, a backslash escapes the next character; case counts, and in which Unicode form a name is written does
 * not. An unreadable glob matches nothing.
 */
export function ignoreMatcher(globs: readonly string[]): (path: string) => boolean {
  const exact = new Set<string>()
  const patterns: ((text: string) => boolean)[] = []
  for (const glob of globs) {
    const clean = composed(glob).replace(/^\.?\/|\/+(?:\*\*)?$/g, '')
    if (!/[*?[{\\]/.test(clean)) {
      exact.add(clean)
      continue
    }
    patterns.push(composedMatcher(clean))
  }
  if (exact.size === 0 && patterns.length === 0) return () => false
  return (named) => {
    const path = composed(named)
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      if (isNamed(path.slice(0, end))) return true
    }
    return isNamed(path)
  }

  function isNamed(path: string): boolean {
    return exact.has(path) || patterns.some((matches) => matches(path))
  }
}

/** Whether a whole path matches the glob: `a/*` is what lies in `a` and not deeper, `a/**` is `a` and all below it. */
export function globMatcher(glob: string): (path: string) => boolean {
  const matches = composedMatcher(composed(glob))
  return (path) => matches(composed(path))
}

/** `globMatcher` for what is in NFC. */
function composedMatcher(glob: string): (path: string) => boolean {
  const pattern = linearPattern(toPattern(glob))
  return pattern.kind === 'pattern' ? pattern.test : () => false
}

function toPattern(glob: string): string {
  const tokens = /\\[\s\S]|\/\*\*$|\*\*\/|\*\*|\*|\?|\[!?[^\]/]+\]|\{[^{}]*\}|[\s\S]/g
  return `^${[...glob.matchAll(tokens)].map(([token]) => translate(token)).join('')}$`
}

function translate(token: string): string {
  if (token.length > 1 && token.startsWith('\\')) return escape(token.slice(1))
  if (token === '/**') return '(?:/[\\s\\S]*)?'
  if (token === '**/') return '(?:[\\s\\S]*/)?'
  if (token === '**') return '[\\s\\S]*'
  if (token === '*') return '[^/]*'
  if (token === '?') return '[^/]'
  if (token.length > 1 && token.startsWith('[')) return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
  if (token.length > 1 && token.startsWith('{')) {
    return `(?:${token.slice(1, -1).split(',').map(escape).join('|')})`
  }
  return escape(token)
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
