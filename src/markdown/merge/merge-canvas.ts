import { isRecord } from '../../model/is-record.ts'
import { itemsOf } from '../read/json-parts.ts'
import { mergeOrder } from './merge-order.ts'
import { mapWays, withoutNull, type MergedText, type ThreeWays } from './merged.ts'

/**
 * Merges what two sides made of one canvas, card by card and line by line between them, and in a card that both changed
 * property by property. Of a card to which both gave another text or colour there are two: a canvas can hold no marks. Null
 * where one of the three is no canvas, or both have changed what it says beside its cards and lines.
 */
export function mergeCanvas(sides: ThreeWays<string>): MergedText | null {
  const { base, ours, theirs } = sides
  if (ours === theirs || theirs === base) return { text: ours, conflicts: 0 }
  if (ours === base) return { text: theirs, conflicts: 0 }
  let text = chooseFrame(sides)
  if (text === null) return null
  const needed = new Set<unknown>()
  let conflicts = 0
  // The lines first: a card that one removed stays where the other's lines still lead to it.
  for (const list of ['edges', 'nodes']) {
    const lists = withoutNull(mapWays(sides, (json) => readItems(json, list)))
    if (lists === null) return null
    const ids = mergeOrder(mapWays(lists, (items) => [...items.keys()]))
    const known = new Set(ids)
    const items = ids.flatMap((id) => {
      const item = mapWays(lists, (items) => items.get(id))
      const merged = mergeItem(item, known)
      if (merged.length > 1) conflicts += 1
      const left = item.ours ?? item.theirs
      return merged.length === 0 && needed.has(id) && left !== undefined ? [left] : merged
    })
    for (const { value } of items) for (const end of ['fromNode', 'toNode']) needed.add(value[end])
    text = placeItems(text, list, items)
    if (text === null) return null
  }
  return readCanvas(text) === null ? null : { text, conflicts }
}

/** The side that has changed what a canvas says beside its cards and lines; null where both have, or one is no canvas. */
function chooseFrame(sides: ThreeWays<string>): string | null {
  const { ours, theirs } = sides
  const frames = withoutNull(mapWays(sides, frameOf))
  if (frames === null) return null
  if (frames.ours === frames.theirs) return ours < theirs ? ours : theirs
  if (frames.ours === frames.base) return theirs
  return frames.theirs === frames.base ? ours : null
}

function frameOf(json: string): string | null {
  const canvas = readCanvas(json)
  if (canvas === null) return null
  const beside = Object.entries(canvas).filter(([key]) => key !== 'nodes' && key !== 'edges')
  return JSON.stringify(beside.sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface Item {
  readonly json: string
  readonly value: Readonly<Record<string, unknown>>
}

function readItems(json: string, list: string): ReadonlyMap<string, Item> | null {
  const items = new Map<string, Item>()
  for (const { start, end } of itemsOf(json, list) ?? []) {
    const text = json.slice(start, end)
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['id'] !== 'string' || items.has(value['id'])) return null
    items.set(value['id'], { json: text, value })
  }
  return items
}

function readCanvas(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** The card, none where it is gone, two where the sides cannot be one. */
function mergeItem(sides: ThreeWays<Item | undefined>, known: Set<string>): readonly Item[] {
  const { base, ours, theirs } = sides
  const { base: old, ours: mine, theirs: yours } = mapWays(sides, (item) => item?.json)
  const taken = mine === yours || yours === old ? ours : mine === old ? theirs : null
  if (taken !== null) return taken === undefined ? [] : [taken]
  // One removed what the other changed: the changed one stays.
  if (ours === undefined || theirs === undefined) return [ours, theirs].filter((side) => side !== undefined)
  const value: Record<string, unknown> = {}
  const keys = mergeOrder(mapWays(sides, (item) => Object.keys(item?.value ?? {})))
  for (const key of keys) {
    const [before, one, other] = [base?.value, ours.value, theirs.value].map((item) => saidOf(item, key))
    const isSettled = one === other || other === before || one === before
    if (!isSettled && !shape.has(key)) return [ours, copyOf(theirs, known)]
    const chosen = isSettled ? (one === before ? theirs : ours) : (one ?? '') < (other ?? '') ? ours : theirs
    const property = chosen.value[key]
    if (property !== undefined) value[key] = property
  }
  return [itemOf(value)]
}

/** What an item says under a key; both ends of a line are one thing. */
function saidOf(value: Item['value'] | undefined, key: string): string | undefined {
  const isEnd = key === 'fromNode' || key === 'toNode'
  return JSON.stringify(isEnd ? [value?.['fromNode'], value?.['toNode']] : value?.[key])
}

function itemOf(value: Item['value']): Item {
  return { json: JSON.stringify(value), value }
}

/** Where a card stands and how large it is: of two wishes one is as good as the other. */
const shape = new Set(['x', 'y', 'width', 'height', 'fromSide', 'toSide', 'fromEnd', 'toEnd'])

/** A card beside itself, under an id that no other has. */
function copyOf({ value }: Item, known: Set<string>): Item {
  const { x, id } = value
  const beside =
    typeof x === 'number' ? { x: x + (typeof value['width'] === 'number' ? value['width'] : 400) + 20 } : {}
  let free = `${String(id)}-theirs`
  for (let number = 2; known.has(free); number += 1) free = `${String(id)}-theirs-${number}`
  known.add(free)
  return itemOf({ ...value, ...beside, id: free })
}

/** A canvas with other items in one of its lists, set apart as those there were. */
function placeItems(json: string, list: string, items: readonly Item[]): string | null {
  const texts = items.map((item) => item.json)
  const old = itemsOf(json, list)
  if (old === null) return items.length === 0 ? json : null
  const [first, second, last] = [old[0], old[1], old.at(-1)]
  if (first === undefined || last === undefined) {
    if (items.length === 0) return json
    const at = json.indexOf('[', json.indexOf(`"${list}"`)) + 1
    return `${json.slice(0, at)}\n\t\t${texts.join(',\n\t\t')}\n\t${json.slice(json.indexOf(']', at))}`
  }
  const between = second === undefined ? ',\n\t\t' : json.slice(first.end, second.start)
  return json.slice(0, first.start) + texts.join(between) + json.slice(last.end)
}
