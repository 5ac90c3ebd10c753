import { hash } from 'node:crypto'
import { markLength } from './after-seen.ts'
import type { Seen } from './tool.ts'

/** Where a page starts, and which call it continues. */
export interface Cursor {
  readonly offset: number
  readonly call: string
  /** Names the order that the pages of one walk share, where the tool keeps one. */
  readonly walk?: string | null
  readonly seen?: Seen | null
}

/** Text that only this server reads, and every page of a long list has: its parts, in as few letters as there are. */
export function encodeCursor({ offset, call, walk, seen }: Cursor): string {
  const sum = seen?.sum === undefined ? [] : [seen.sum.toString(36)]
  const more = seen == null ? [walk ?? ''] : [walk ?? '', seen.marks.join(''), seen.total, ...sum]
  return [offset, call, ...more].join('.')
}

const parts =
  /^(\d{1,15})\.([\w-]{0,20})\.([\w-]{0,20})(?:\.([\w-]{1,40})\.(\d{1,15})(?:\.([\da-z]{1,7}))?)?$/
const wholeMarks = new RegExp(`.{${markLength}}`, 'g')

/** Null for text that is no cursor. */
export function decodeCursor(text: string): Cursor | null {
  const [, offset, call = '', walk = '', marks, total, sum] = parts.exec(text) ?? []
  if (offset === undefined) return null
  return {
    offset: Number(offset),
    call,
    walk: walk === '' ? null : walk,
    seen:
      marks === undefined
        ? null
        : {
            marks: marks.match(wholeMarks) ?? [],
            total: Number(total),
            ...(sum !== undefined && { sum: parseInt(sum, 36) }),
          },
  }
}

/** Parameters that may differ from page to page of one list. */
const free = new Set(['cursor', 'limit', 'fields'])

/** Short text that is equal for two calls of a tool whose pages belong to one list. */
export function callFingerprint(tool: string, args: object): string {
  const asked = Object.entries(args)
    .filter(([name, value]) => !free.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([tool, asked]), 'base64url').slice(0, 8)
}
