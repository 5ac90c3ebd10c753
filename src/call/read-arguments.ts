import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { refuseHalfCharacters } from '../model/half-characters.ts'
import { VaultError } from '../model/vault-error.ts'
import { decodeCursor } from './cursor.ts'
import { invalidArguments } from './describe-problems.ts'
import { normaliseAliases } from './input-aliases.ts'
import type { CallOptions, Tool } from './tool.ts'

export const defaultMaxBytes = 32_000
const defaultPageBytes = 8_000

type Face = Pick<Tool, 'name' | 'annotations' | 'input' | 'paged' | 'maxBytes'>

/** What a handler takes and what `callTool` itself needs. Fails with `INVALID_ARGUMENT`, which names every problem. */
export function readArguments<T>(
  tool: Face,
  reader: z.ZodType<T>,
  args: object,
): { readonly input: T; readonly options: CallOptions } {
  refuseOddValues(args, tool)
  const named = normaliseAliases(tool.input, args)
  const read = reader.safeParse(named)
  if (!read.success) throw invalidArguments(tool.name, tool.input, named, read.error)
  return { input: read.data, options: readOptions(tool, shared.parse(named)) }
}

/** The validator drops keys of this name: what a caller meant by one would be lost, and a filter by it let all through. */
const dropped = '__proto__'
/** No note needs more, and what walks through values ends the stack at some thousands. */
const deepest = 100

/** More take seconds to look through, in which nobody else is answered. */
const mostValues = 20_000

/**
 * Fails with INVALID_ARGUMENT where a key at any depth would be dropped, values are too many or too deep in each other, or what
 * is to be written has half a character.
 */
function refuseOddValues(args: object, { annotations: { readOnlyHint: isReading } }: Face): void {
  let count = 0
  const look = (value: unknown, depth: number): void => {
    count += 1
    if (count > mostValues) throw refused(`A call may have ${mostValues} values in all.`, 'in parts')
    if (typeof value === 'string' && !isReading) refuseHalfCharacters([value])
    if (typeof value !== 'object' || value === null) return
    if (depth > deepest) throw refused(`Values lie more than ${deepest} deep in each other.`, 'flatter')
    if (Object.hasOwn(value, dropped)) throw refusedKey()
    if (!isReading) refuseHalfCharacters(Object.keys(value))
    for (const inner of Object.values(value)) look(inner, depth + 1)
  }
  look(args, 0)
}

/** Fails for a name of a key that no call could give a value to. */
export function refuseDroppedKey(name: string): void {
  if (name === dropped) throw refusedKey()
}

function refusedKey(): VaultError {
  return refused(`No key may be called ${dropped}.`, 'without it')
}

function refused(message: string, how: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', message, { hint: `Send the call again ${how}.` })
}

const shared = z.looseObject({
  vault_id: z.union([z.string(), z.array(z.string())]).optional(),
  dry_run: z.boolean().optional(),
  confirm: z.boolean().optional(),
  diff: z.boolean().optional(),
  limit: z.number().optional(),
  cursor: z.string().optional(),
})

function readOptions(
  { paged, maxBytes = defaultMaxBytes }: Face,
  {
    vault_id: vaultId,
    dry_run: isDryRun,
    confirm: isConfirmed,
    diff: wantsDiff,
    limit,
    cursor,
    ...rest
  }: z.output<typeof shared>,
): CallOptions {
  const decoded = cursor === undefined ? null : decodeCursor(cursor)
  return {
    vaultId: vaultId ?? null,
    isDryRun: isDryRun === true,
    isConfirmed: isConfirmed === true,
    wantsDiff: wantsDiff ?? isDryRun === true,
    page: paged && {
      list: paged.list,
      names: paged.names ?? [],
      offset: decoded?.offset ?? 0,
      limit: limit ?? paged.limit,
      bytes: limit === undefined ? Math.min(maxBytes, paged.bytes ?? defaultPageBytes) : maxBytes,
      cursorFor: decoded?.call ?? null,
      seen: decoded?.seen ?? null,
      walk: paged.keepsOrder === true ? (decoded?.walk ?? randomUUID().slice(0, 13)) : null,
      asked: rest,
    },
  }
}
