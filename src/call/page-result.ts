import { isObject } from '../model/is-record.ts'
import { VaultError } from '../model/vault-error.ts'
import { listOf, marksOfPage, sumOf, totalOf } from './after-seen.ts'
import { callFingerprint, encodeCursor } from './cursor.ts'
import { isWithin, itemsWithin, jsonBytes, writeResult, type WrittenResult } from './fit-result.ts'
import type { RequestedPage } from './tool.ts'

/** A page of a call, where it was called, and the whole items that `whole` shows as they are shown. */
interface PageOfCall {
  readonly page: RequestedPage
  readonly where: object
  readonly output: object
}

/**
 * The result with as many whole items as fit its page, at least one, and the cursor of the next. Fails with
 * `INVALID_ARGUMENT` when the cursor belongs to another call or another vault.
 */
export function pageResult(
  tool: string,
  { page, where, output }: PageOfCall,
  whole: Readonly<Record<string, unknown>>,
): WrittenResult {
  const call = callFingerprint(tool, { ...page.asked, where: vaultIds(where) })
  if (page.cursorFor !== null && page.cursorFor !== call) throw foreignCursor(tool)
  const items = whole[page.list]
  if (!Array.isArray(items)) return writeResult(whole)
  const withFirst = (count: number): WrittenResult => {
    const next = page.offset + count
    const total = totalOf(whole, next)
    const hasMore = count > 0 && next < total
    const given = hasMore ? listOf(output, page.list).slice(0, count) : []
    const marks = marksOfPage(given, page)
    const sum = page.walk === null ? {} : { sum: sumOf(given, page.names, page.seen?.sum) }
    const seen = marks.length === 0 ? null : { marks, total, ...sum }
    return writeResult({
      ...whole,
      ...(page.walk !== null && { goes_on: undefined }),
      [page.list]: count < items.length ? items.slice(0, count) : items,
      has_more: hasMore,
      ...(hasMore && { next_cursor: encodeCursor({ offset: next, call, walk: page.walk, seen }) }),
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
const pageFrameBytes = 360

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
