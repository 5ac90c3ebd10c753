/** What the hash of a note begins with that was read in part. */
export const partialPrefix = 'partial-'

/** The hash that goes with a partial reading: it lets small edits be checked, but not the whole be replaced. */
export function partialHash(hash: string): string {
  return `${partialPrefix}${hash}`
}
