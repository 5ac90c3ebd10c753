import { isObject } from '../model/is-record.ts'
import { VaultError } from '../model/vault-error.ts'
import { callFingerprint, encodeCursor } from './cursor.ts'
import { isWithin, itemsWithin, jsonBytes, writeResult, type WrittenResult } from './fit-result.ts'
import type { RequestedPage } from './tool.ts'

/**
 * The result with as many whole items as fit its page, at least one, and the cursor of the next. Fails with
 * `INVALID_ARGUMENT` when the cursor belongs to another call or another vault.
 */
export function pageResult(
  tool: string,
  page: RequestedPage,
  where: object,
  whole: Readonly<Record<string, unknown>>,
): WrittenResult {
  const call = callFingerprint(tool, { ...page.asked, where: vaultIds(where) })
  if (page.cursorFor !== null && page.cursorFor !== call) throw foreignCursor(tool)
  const items = whole[page.list]
  if (!Array.isArray(items)) return writeResult(whole)
  const withFirst = (count: number): WrittenResult => {
    const next = page.offset + count
    const hasMore = count > 0 && next < totalOf(whole, next)
    return writeResult({
      ...whole,
      [page.list]: count < items.length ? items.slice(0, count) : items,
      has_more: hasMore,
      ...(hasMore && { next_cursor: encodeCursor({ offset: next, call, walk: page.walk }) }),
      ...(count < items.length && {
        truncated: `Cut to fit after ${count} items: call ${tool} again with cursor: next_cursor for the next.`,
      }),
    })
  }
  const all = withFirst(items.length)
  if (items.length < 2 || isWithin(all.text, page.bytes)) return all
  const room = page.bytes - jsonBytes({ ...whole, [page.list]: [] }) - pageFrameBytes
  return withFirst(Math.max(1, itemsWithin(items, room)))
}

/** Room for `has_more`, `next_cursor` and `truncated`. */
const pageFrameBytes = 285

function totalOf(whole: object, least: number): number {
  return 'total' in whole && typeof whole.total === 'number' ? whole.total : least
}

function vaultIds(where: object): readonly unknown[] {
  return Object.values(where)
    .flat()
    .map((mark: unknown) => (isObject(mark) ? (mark['id'] ?? null) : null))
}

function foreignCursor(tool: string): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    'The cursor belongs to another call: other arguments or another vault.',
    {
      hint: `Repeat the arguments of the call that gave it, or call ${tool} without cursor.`,
    },
  )
}
