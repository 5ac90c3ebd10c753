/** What the hash of a note begins with that was read in part. */
export const partialPrefix = 'partial-'

/** The hash that goes with a partial reading: it lets small edits be checked, but not the whole be replaced. */
export function partialHash(hash: string): string {
  return `${partialPrefix}${hash}`
}

/** A hash that is told by so many of its 64 digits is as good a guard as the whole. */
export const guardDigits = 16

/** A content hash, or that of a part, with as many digits as a guard needs; any other text as it is. */
export function leanHash(text: string): string {
  const isHash = longHash.test(text)
  return isHash ? text.slice(0, text.indexOf(':') + 1 + guardDigits) : text
}

const longHash = new RegExp(`^(?:${partialPrefix})?sha256:[0-9a-f]{${guardDigits + 1},64}$`)

/** Whether a text is a content hash, whole or shortened. */
export function isGuard(text: string): boolean {
  return guard.test(text)
}

const guard = new RegExp(`^sha256:[0-9a-f]{${guardDigits},64}$`)

/**
 * What a caller means by a hash: capitals, blanks around it and a missing `sha256:` say nothing. Null for what is none, or
 * has too few digits to tell one file from another.
 */
export function readGuard(given: string): { readonly hash: string; readonly isPartial: boolean } | null {
  const [, partial, digits] = spelled.exec(given.trim().toLowerCase()) ?? []
  return digits === undefined ? null : { hash: `sha256:${digits}`, isPartial: partial !== undefined }
}

const spelled = new RegExp(`^(${partialPrefix})?(?:sha256:)?([0-9a-f]{${guardDigits},64})$`)
