import { z } from 'zod'
import type { ErrorCode, VaultError } from '../model/vault-error.ts'
import type { Said } from '../model/advice.ts'

/** An error as callers see it, in a result of its own or beside the items of a batch that worked. */
export const errorShape = z.looseObject({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
})

export type ErrorContent = z.output<typeof errorShape> & { readonly code: ErrorCode }

export function vaultErrorContent(
  { code, message, facts: { hint, ...rest } }: VaultError,
  say: (said: Said) => string,
): ErrorContent {
  const helps = hint === undefined ? '' : say(hint)
  return { code, message, ...(helps !== '' && { hint: helps }), ...rest }
}
