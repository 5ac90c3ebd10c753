import { isGuard, partialHash } from '../model/content-hash.ts'
import { withoutHalfCharacters } from '../model/half-characters.ts'
import { wholeCharacters } from '../model/whole-characters.ts'

/** How many bytes a value takes as compact JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify([value])) - 2
}

/** A result and its compact JSON. To measure a result it has to be written, so that what was written is kept. */
export interface WrittenResult {
  readonly content: object
  readonly text: string
}

export function writeResult(content: object): WrittenResult {
  const written = JSON.stringify(content)
  const text = withoutHalfCharacters(written)
  return { content: text === written ? content : asObject(JSON.parse(text)), text }
}

/** Whether a text takes at most so many bytes in UTF-8, where no character takes more than three for each unit. */
export function isWithin(text: string, maxBytes: number): boolean {
  return 3 * text.length <= maxBytes || Buffer.byteLength(text) <= maxBytes
}

/**
 * The result with what is largest in it cut until it fits: a list by whole items, a text at the end of a line. At
 * least one item of a list stays. `truncated` says what was cut and, in `rest`, which call gets it. What fits is handed
 * back as it is.
 */
export function fitResult(written: WrittenResult, maxBytes: number, rest: string): WrittenResult {
  const { content, text } = written
  if (isWithin(text, maxBytes)) return written
  const copy: unknown = JSON.parse(text)
  const cuts = new Map<string, Cut>()
  for (let round = 0; round < mostCuts; round += 1) {
    const excess = jsonBytes({ ...content, ...asObject(copy), truncated: tell(cuts, rest) }) - maxBytes
    const cut = excess > 0 ? cutLargest(copy, excess + spareBytes) : null
    if (cut === null) break
    cuts.set(cut.path, { ...cut, total: cuts.get(cut.path)?.total ?? cut.total })
  }
  return writeResult({ ...asObject(copy), truncated: tell(cuts, rest).trimEnd() })
}

const mostCuts = 200
/** Room for the sentence to grow with the next cut. */
const spareBytes = 120

interface Cut {
  readonly path: string
  readonly kept: number
  readonly total: number
  readonly unit: 'items' | 'characters'
}

function tell(cuts: ReadonlyMap<string, Cut>, rest: string): string {
  const [first, ...others] = [...cuts.values()]
  if (first === undefined) return rest
  const more = others.length === 0 ? '' : ` and ${others.length} more cuts`
  return `Cut to fit: the first ${first.kept} of ${first.total} ${first.unit} of ${first.path}${more}. ${rest}`
}

/** Follows the largest part down to a list, a text or an object of many small entries, and cuts that. */
function cutLargest(root: unknown, excess: number): Cut | null {
  let holder = root
  let path = ''
  for (;;) {
    const largest = largestPart(holder)
    if (largest === null) return null
    const { key, value, bytes } = largest
    path = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return cutText(holder, key, value, excess, path)
    if (Array.isArray(value) && value.length > 1) return cutList(value, bytes - excess, path)
    holder = value
  }
}

function largestPart(holder: unknown): { key: string; value: unknown; bytes: number } | null {
  const parts = Object.entries(asObject(holder)).map(([key, value]: [string, unknown]) => ({
    key,
    value,
    bytes: jsonBytes(value),
  }))
  const [largest] = parts.sort((a, b) => b.bytes - a.bytes)
  return largest !== undefined && largest.bytes > smallestCut ? largest : null
}

/** Below this many bytes a part is not worth cutting. */
const smallestCut = 100

function cutList(list: unknown[], budget: number, path: string): Cut {
  const total = list.length
  list.length = Math.min(total - 1, Math.max(1, itemsWithin(list, budget)))
  return { path, kept: list.length, total, unit: 'items' }
}

/** How many items from the first on take at most so many bytes, commas and brackets included. */
export function itemsWithin(list: readonly unknown[], bytes: number): number {
  let used = 2
  const tooMany = list.findIndex((item) => {
    used += jsonBytes(item) + 1
    return used > bytes
  })
  return tooMany === -1 ? list.length : tooMany
}

function cutText(holder: unknown, key: string, text: string, excess: number, path: string): Cut {
  const bytes = jsonBytes(text)
  const share = Math.max(0, bytes - excess) / bytes
  const kept = cutAtLineEnd(text, Math.floor(text.length * share))
  Reflect.set(asObject(holder), key, kept)
  if (key === 'content') weakenHash(asObject(holder))
  return { path, kept: kept.length, total: text.length, unit: 'characters' }
}

/** Whoever was shown a part of a note must not be able to replace all of it. */
function weakenHash(note: { readonly content_hash?: unknown }): void {
  const { content_hash: hash } = note
  if (typeof hash === 'string' && isGuard(hash)) Reflect.set(note, 'content_hash', partialHash(hash))
}

/** Never more than `length` code units and never half a character; whole lines unless that loses half of it. */
function cutAtLineEnd(text: string, length: number): string {
  const lineEnd = text.lastIndexOf('\n', length - 1) + 1
  if (lineEnd > length / 2) return text.slice(0, lineEnd)
  return text.slice(0, wholeCharacters(text, length))
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
