import { applyPatch } from 'diff/lib/patch/apply.js'
import { structuredPatch } from 'diff/lib/patch/create.js'

/** A replacement of a file's text. */
export interface Replaced {
  readonly before: string
  readonly after: string
}

/**
 * The text that somebody has made of `after` meanwhile, with `before` where that was replaced and everything of theirs
 * kept; null where they changed the same lines or those around them.
 */
export function mergeBack({ before, after }: Replaced, current: string): string | null {
  const patch = structuredPatch('', '', after, before, undefined, undefined, {
    context: 1,
    maxEditLength: 2_000,
    timeout: 1_000,
  })
  if (patch === undefined) return null
  const merged = applyPatch(current, patch, { fuzzFactor: 0, autoConvertLineEndings: false })
  return merged === false ? null : merged
}
