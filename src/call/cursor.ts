import { hash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../model/parse-json.ts'

/** Where a page starts, and which call it continues. */
export interface Cursor {
  readonly offset: number
  readonly call: string
  /** Names the order that the pages of one walk share, where the tool keeps one. */
  readonly walk?: string | null
}

const cursorShape = z.strictObject({
  o: z.int().min(0),
  c: z.string(),
  w: z.string().max(20).optional(),
})

/** Text that only this server reads. */
export function encodeCursor({ offset, call, walk }: Cursor): string {
  return Buffer.from(
    JSON.stringify({ o: offset, c: call, ...(typeof walk === 'string' && { w: walk }) }),
  ).toString('base64url')
}

/** Null for text that is no cursor. */
export function decodeCursor(text: string): Cursor | null {
  const parsed = cursorShape.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) return null
  const { o: offset, c: call, w: walk = null } = parsed.data
  return { offset, call, walk }
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
