import { z } from 'zod'
import { VaultError } from '../model/vault-error.ts'
import { decodeCursor } from './cursor.ts'
import type { Paging } from './tool.ts'

/** What a tool takes beside its own parameters; each flag adds the parameters that go with it. */
export interface InputFlags<D, R, F, P> {
  /** Deletes or closes: adds `confirm`. */
  readonly destructive?: D
  /** Can tell what it would do: adds `dry_run`, and `diff` for who wants to see what was done. */
  readonly dryRun?: R
  /** Returns notes that can be filtered: adds `fields`. */
  readonly fields?: F
  /** Returns a list by pages: adds `limit` and `cursor`, and hands over `limit` and `offset`. */
  readonly paged?: P
}

export type Flag = true | undefined

/** What the flags hand to a handler. */
export type FlaggedInput<D, R, F, P> = (D extends true ? { readonly confirm: boolean } : unknown) &
  (R extends true ? { readonly dry_run: boolean } : unknown) &
  (F extends true ? { readonly fields?: readonly string[] | undefined } : unknown) &
  (P extends Paging ? { readonly limit: number; readonly offset: number } : unknown)

/** What the flags let a caller give. */
export type GivenFlags<D, R, F, P> = (D extends true ? { readonly confirm?: boolean } : unknown) &
  (R extends true ? { readonly dry_run?: boolean; readonly diff?: boolean } : unknown) &
  (F extends true ? { readonly fields?: readonly string[] } : unknown) &
  (P extends Paging ? { readonly limit?: number; readonly cursor?: string } : unknown)

/** How a call names its vault. */
export interface GivenVault {
  readonly none: unknown
  readonly vault: { readonly vault_id?: string }
  readonly vaults: { readonly vault_id?: string | readonly string[] }
}

/** How a tool names its vault. */
export type VaultScope = 'none' | 'vault' | 'vaults'

/** The whole input of a tool, as callers see it: a flat object in which unknown keys are errors. */
export function publicInput(
  input: z.ZodObject,
  flags: InputFlags<Flag, Flag, Flag, Paging | undefined>,
  scope: VaultScope,
): z.ZodObject {
  const { destructive, dryRun, fields, paged } = flags
  return input
    .extend({
      ...(fields === true && { fields: fieldsParameter }),
      ...(paged !== undefined && { limit: limitParameter(paged), cursor: cursorParameter }),
      ...(dryRun === true && { dry_run: dryRunParameter, diff: diffParameter }),
      ...(destructive === true && { confirm: confirmParameter }),
      ...(scope === 'vault' && { vault_id: vaultParameter }),
      ...(scope === 'vaults' && { vault_id: vaultsParameter }),
    })
    .strict()
}

/** Reads checked arguments into what the handler takes. The flags decide its type and its parameters alike. */
export function handlerInput<I extends z.ZodObject, D, R, F, P>(
  whole: z.ZodObject,
  input: I,
  flags: InputFlags<D, R, F, P>,
): z.ZodType<z.output<I> & FlaggedInput<D, R, F, P>>
export function handlerInput(whole: z.ZodObject, input: z.ZodObject): z.ZodType<object> {
  return whole.transform((values) => {
    // The registry's tools have a vault_id of their own.
    const isCommon = (name: string) => ['vault_id', 'cursor', 'diff'].includes(name) && !(name in input.shape)
    const own = Object.entries(values).filter(([name]) => !isCommon(name))
    return {
      ...Object.fromEntries(own),
      ...('cursor' in whole.shape && { offset: offsetOf(values['cursor']) }),
    }
  })
}

function offsetOf(cursor: unknown): number {
  return typeof cursor === 'string' ? (decodeCursor(cursor)?.offset ?? 0) : 0
}

/** For a parameter that lists of tools show without a word: the instructions, or the parameter around it, say what it means. */
export const toldOnce = { told: 'once' }

/** The note that a call is about. */
export const noteParameter = z.string().min(1).max(1_000).meta(toldOnce).describe('Note id or title.')

/** Several notes; each tool says how many at most. */
export const notesParameter = z.array(z.string().min(1).max(1_000)).min(1)

/** The guard of a call that can do without; at least 16 digits. */
export const hashParameter = z.string().max(100).meta(toldOnce).describe('Checked when given.')

/** A NUL in a note makes other programs take it for binary: none is written. */
export function refuseNul(texts: Readonly<Record<string, string | undefined>>): void {
  const name = Object.entries(texts).find(([, text]) => text?.includes('\0') === true)?.[0]
  if (name === undefined) return
  throw new VaultError('INVALID_ARGUMENT', `${name} has a NUL character, which no note can hold.`, {
    hint: `Send ${name} again without it.`,
  })
}

const vaultParameter = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .meta(toldOnce)
  .describe('Vault, else the active one.')

const vaultsParameter = z
  .union([z.string().min(1).max(64), z.array(z.string().min(1).max(64)).min(1).max(100)])
  .optional()
  .meta(toldOnce)
  .describe('Vault, list of them or "*" for all, else the active one.')

const dryRunParameter = z.boolean().default(false).meta(toldOnce).describe('Only show the plan.')

// Lists of tools leave it out altogether.
const diffParameter = z.boolean().default(false).meta({ unlisted: true }).describe('Show the diff too.')

const confirmParameter = z.boolean().default(false).meta(toldOnce).describe('True once the user agreed.')

const fieldsParameter = z
  .array(z.string().max(200))
  .max(100)
  .optional()
  .describe('Only these: title, metadata.status …')

const cursorParameter = z
  .string()
  .max(500)
  .refine((text) => decodeCursor(text) !== null, 'is not a cursor that this server gave out')
  .optional()
  .meta(toldOnce)
  .describe('From next_cursor.')

function limitParameter({ limit, max }: Paging): z.ZodType {
  return z.int().min(1).max(max).default(limit).meta(toldOnce).describe('Page size.')
}
