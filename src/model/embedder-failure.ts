import type { Said } from './advice.ts'

/** Why there are no vectors, and what to do. */
export class EmbedderFailure extends Error {
  override readonly name = 'EmbedderFailure'
  readonly reason: string
  readonly hint: Said

  constructor(reason: string, hint: Said, cause?: unknown) {
    super(typeof hint === 'string' ? `${reason} ${hint}` : reason, { cause })
    this.reason = reason
    this.hint = hint
  }
}
