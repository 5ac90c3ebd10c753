/** A link's target, split at its first `#`. */
export interface LinkTarget {
  readonly target: string
  readonly heading: string | null
  readonly block: string | null
}

/**
 * Splits `note#Heading#^block`. The parts are trimmed but not decoded.
 *
 *     splitTarget('a/note#Plan')   // { target: 'a/note', heading: 'Plan', block: null }
 */
export function splitTarget(written: string): LinkTarget {
  const hash = written.indexOf('#')
  if (hash === -1) return { target: written.trim(), heading: null, block: null }
  const target = written.slice(0, hash).trim()
  const fragment = written.slice(hash + 1).trim()
  const caret = fragment.startsWith('^') ? 0 : fragment.lastIndexOf('#^')
  if (caret === -1) return { target, heading: fragment === '' ? null : fragment, block: null }
  const heading = fragment.slice(0, caret).trim()
  const block = fragment.slice(fragment.indexOf('^', caret) + 1).trim()
  return { target, heading: heading === '' ? null : heading, block: block === '' ? null : block }
}

/** True where a link leads nowhere: no target, no heading, no block (`[[#]]`, `[up](#)`). */
export function isEmptyTarget({ target, heading, block }: LinkTarget): boolean {
  return target === '' && heading === null && block === null
}

/** Undoes percent-encoding; invalidly encoded text stays as written. */
export function decodePercent(written: string): string {
  if (!written.includes('%')) return written
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** True for a destination outside the vault: one with a scheme (`https:`, `mailto:`) or a bare host (`//host`). */
export function isExternalUrl(destination: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:(?!\s)|\/\/)/i.test(destination)
}
