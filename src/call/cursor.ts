import { hash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../model/parse-json.ts'
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

const cursorShape = z.strictObject({
  o: z.int().min(0),
  c: z.string(),
  w: z.string().max(20).optional(),
  s: z.string().max(40).optional(),
  t: z.int().min(0).optional(),
})

/** Text that only this server reads. */
export function encodeCursor({ offset, call, walk, seen }: Cursor): string {
  const parts = {
    o: offset,
    c: call,
    ...(typeof walk === 'string' && { w: walk }),
    ...(seen != null && { s: seen.marks.join(''), t: seen.total }),
  }
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Null for text that is no cursor. */
export function decodeCursor(text: string): Cursor | null {
  const parsed = cursorShape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) return null
  const { o: offset, c: call, w: walk = null, s: marks = '', t: total } = parsed.data
  const seen = marks === '' || total === undefined ? null : { marks: marks.match(wholeMarks) ?? [], total }
  return { offset, call, walk, seen }
}

const wholeMarks = new RegExp(`.{${markLength}}`, 'g')

/** Parameters that may differ from page to page of one list. */
const free = new Set(['cursor', 'limit', 'fields'])

/** Short text that is equal for two calls of a tool whose pages belong to one list. */
export function callFingerprint(tool: string, args: object): string {
  const asked = Object.entries(args)
    .filter(([name, value]) => !free.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify([tool, asked]), 'base64url').slice(0, 8)
}
