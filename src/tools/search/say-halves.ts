import type { Said } from '../../model/advice.ts'
import type { Halves } from '../../search/hybrid-ranking.ts'

/** Which halves of search took part, and why one did not in the caller's words. */
export function sayHalves({ reason, ...halves }: Halves, say: (said: Said) => string) {
  return { ...halves, ...(reason !== undefined && { reason: say(reason) }) }
}
