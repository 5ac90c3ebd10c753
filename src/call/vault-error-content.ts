import { z } from 'zod'
import type { VaultError } from '../model/vault-error.ts'

/** An error as callers see it, in a result of its own or beside the items of a batch that worked. */
export const errorShape = z.looseObject({
  code: z.string(),
  message: z.string(),
  hint: z.string().optional(),
})

export function vaultErrorContent({ code, message, facts }: VaultError): z.output<typeof errorShape> {
  const { hint, ...rest } = facts
  return { code, message, ...(hint !== undefined && { hint }), ...rest }
}
