import { isObject, isRecord } from '../../model/is-record.ts'

/** One value in the YAML and its position; a list has one for each of its items. */
export interface YamlScalar {
  /** Its top-level key, and the index of that key's pair. */
  readonly key: string
  readonly pair: number
  /** 1 for the key's own value, 2 for an item of its list or map, and so on. */
  readonly depth: number
  /** Decoded, before conversion to a number or date. */
  readonly text: string
  readonly style: 'plain' | 'single' | 'double' | 'block'
  /** Within the YAML; without quotes. */
  readonly start: number
  readonly end: number
}

export interface YamlReading {
  /** Every key of the mapping; empty where the YAML could not be read. */
  readonly data: Readonly<Record<string, unknown>>
  readonly scalars: readonly YamlScalar[]
  /** Why it cannot be read, one sentence. */
  readonly problem: string | null
}

export function unreadable(problem: string): YamlReading {
  return { data: {}, scalars: [], problem }
}

/** Why the value cannot be a note's metadata, or null. Nothing at all (only comments) is an empty mapping. */
export function mappingProblem(value: unknown, hasAliases: boolean): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value)) return 'It is not a list of keys with values.'
  if (hasAliases && countNodes(value, mostNodes, 0) > mostNodes) return 'Its aliases expand to too much.'
  return null
}

export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

// A few lines of aliases to aliases can stand for billions of values, or for themselves.
const mostNodes = 10_000

function countNodes(value: unknown, most: number, depth: number): number {
  if (!isObject(value)) return 1
  if (depth > deepest) return most + 1
  let count = 1
  for (const child of Object.values(value)) {
    count += countNodes(child, most - count, depth + 1)
    if (count > most) break
  }
  return count
}

const deepest = 200
