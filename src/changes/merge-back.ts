import { applyPatch } from 'diff/lib/patch/apply.js'
import { structuredPatch } from 'diff/lib/patch/create.js'

/** A replacement of a file's text. */
export interface Replaced {
  readonly before: string
  readonly after: string
}

/**
 * Undoes a replacement in a text that was edited since: `before` comes back and every later edit stays. Null where the
 * edits touch the replaced lines or their neighbours.
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
