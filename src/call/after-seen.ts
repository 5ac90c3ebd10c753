import { hash } from 'node:crypto'
import { isObject } from '../model/is-record.ts'
import type { PageRange, RequestedPage, Seen } from './tool.ts'

/** A page with the items that it has, and where they start in the list. */
export interface FoundPage<T extends object> {
  readonly output: T
  readonly page: RequestedPage
}

/**
 * The page after the last item that the caller has seen, also where the list has changed between two pages: a caller who
 * ticks the tasks of one page finds all others on the next. Items may come again; none is left out, unless it was moved
 * to the front of the list since.
 */
export async function pageAfterSeen<T extends object>(
  page: RequestedPage,
  run: (range: PageRange) => Promise<T>,
): Promise<FoundPage<T>> {
  const { offset, limit, seen } = page
  if (seen === null || offset === 0) return { output: await run({ offset, limit }), page }
  const next = await run({ offset: offset - 1, limit: limit + 1 })
  if (page.walk !== null && !goesOn(next)) return await pageAnew(page, seen, run)
  const [last] = listOf(next, page.list)
  const isThere = last !== undefined && [seen.marks[0], null].includes(markOf(last, page.names))
  if (isThere) return cut(next, page, offset - 1, offset)
  const grown = totalOf(next, seen.total) - seen.total
  const from = Math.max(0, offset - 1 + Math.min(0, grown) - slack)
  const most = offset + Math.max(0, grown) + slack + limit - from
  const around = await run({ offset: from, limit: Math.min(most, mostAround) })
  return cut(around, page, from, startAfterSeen(around, page, from))
}

/**
 * The page after those given, in a list that is not kept any more: it is made anew, in any order. Where its first items are those
 * that were given, others follow; else it begins again, as anything may lie before what was seen last.
 */
async function pageAnew<T extends object>(
  page: RequestedPage,
  seen: Seen,
  run: (range: PageRange) => Promise<T>,
): Promise<FoundPage<T>> {
  const { offset, limit, list } = page
  if (offset <= mostAround) {
    const anew = await run({ offset: 0, limit: offset + limit })
    return cut(anew, page, 0, isGiven(listOf(anew, list), page, seen) ? offset : 0)
  }
  return { output: await run({ offset: 0, limit }), page: { ...page, offset: 0, seen: null } }
}

/** Whether the first items of a list are those that the pages before had. */
function isGiven(items: readonly unknown[], { names, offset }: RequestedPage, seen: Seen): boolean {
  return items.length >= offset && sumOf(items.slice(0, offset), names) === seen.sum
}

function goesOn(output: object): boolean {
  return 'goes_on' in output && output.goes_on === true
}

/** A number that items have in any order, and hardly ever others. */
export function sumOf(items: readonly unknown[], names: readonly string[], before = 0): number {
  return items.reduce<number>(
    (sum, item) => (sum + (hashOf(item, names)?.readUInt32LE() ?? 0)) % 2 ** 32,
    before,
  )
}

/** Items that may have come and gone unnoticed, as the list grew by as many as it shrank. */
const slack = 200
/** Where more have gone, a page begins earlier than it must. */
const mostAround = 5_000

/** As many items as a list merged of several has to have for a page of it. */
export function endOfMerged({ offset, limit, seen }: RequestedPage): number {
  return offset + limit + (seen === null ? 0 : slack)
}

/** Where the items that the caller has not seen start, in a list whose items are handed over from `from` on. */
export function startAfterSeen(output: object, page: RequestedPage, from: number): number {
  const { list, names, offset, seen } = page
  if (seen === null) return offset
  const items = listOf(output, list)
  if (page.walk !== null && !goesOn(output)) return isGiven(items, page, seen) ? offset : 0
  const grown = totalOf(output, seen.total) - seen.total
  const expected = offset - 1 + grown
  // What was seen cannot be further back than by what came before it: if it is, the order has changed.
  const furthest = Math.max(offset - 1, expected)
  const places = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const mark = markOf(item, names)
    if (mark === null) return Math.max(from, Math.min(offset, from + items.length))
    const place = from + index
    const before = places.get(mark)
    if (place > furthest) break
    // Equal items, as the tasks of a list may be.
    if (before === undefined || Math.abs(place - expected) < Math.abs(before - expected))
      places.set(mark, place)
  }
  return Math.max(from, ...seen.marks.flatMap((mark) => (places.get(mark) ?? -1) + 1))
}

/** The marks for the cursor of the next page: of items ever further apart, of this page and those before it. */
export function marksOfPage(items: readonly unknown[], { names, seen }: RequestedPage): readonly string[] {
  if (names.length === 0) return []
  const places = [1, 3, 9, 27].filter((place) => place < items.length)
  const own = [...places, items.length].map((place) => markOf(items.at(-place), names))
  const older = seen?.marks.filter((_, index) => index % 2 === 0) ?? []
  return own.includes(null) ? [] : [...own.filter((mark) => mark !== null), ...older].slice(0, mostMarks)
}

const mostMarks = 8
export const markLength = 4

/** Null where the item does not have what tells it from others. */
function markOf(item: unknown, names: readonly string[]): string | null {
  return hashOf(item, names)?.toString('base64url').slice(0, markLength) ?? null
}

function hashOf(item: unknown, names: readonly string[]): Buffer | null {
  if (!isObject(item)) return null
  const told = ['vault_id', ...names].map((name): unknown => item[name])
  return told.every((value) => value === undefined) ? null : hash('sha256', JSON.stringify(told), 'buffer')
}

function cut<T extends object>(output: T, page: RequestedPage, from: number, offset: number): FoundPage<T> {
  const items = listOf(output, page.list).slice(offset - from, offset - from + page.limit)
  return {
    output: { ...output, [page.list]: items },
    page: { ...page, offset, ...(offset === 0 && { seen: null }) },
  }
}

export function listOf(output: object, list: string): readonly unknown[] {
  const parts: Readonly<Record<string, unknown>> = { ...output }
  const items = parts[list]
  return Array.isArray(items) ? items : []
}

export function totalOf(output: object, unknown: number): number {
  return 'total' in output && typeof output.total === 'number' ? output.total : unknown
}
