import type { Tool } from './tool.ts'
import { toolNames } from './tool-names.ts'
import { quoted, withoutClauses } from './without-clauses.ts'

/** Turns what is said to an agent into what helps it. */
export type Say = (content: object) => object

/**
 * What flint says in a result, without advice to call a tool that this caller does not have: of a server that is narrowed to
 * some tools, to reading, or to what a token may do. No sentence has to know who reads it. Null where all are there.
 */
export function servedWords(tools: readonly Tool[]): Say | null {
  const served = new Set(tools.map(({ name }) => name))
  const known = new Set([...toolNames, ...tools.flatMap(({ dialect }) => dialect?.names ?? [])])
  const absent = [...known].filter((name) => !served.has(name))
  if (absent.length === 0) return null
  const isAbsent = naming(absent)
  return (content) => sayWithout(content, isAbsent)
}

/** One word is a tool's name only where it is to be called: notes have tags, and are ingested. */
function naming(names: readonly string[]): (clause: string) => boolean {
  const long = names.filter((name) => name.includes('_'))
  const short = names.filter((name) => !name.includes('_'))
  const found = new RegExp(
    `(?<![\\w/.-])(?:${[...long, ...short.map((name) => `(?<=\\bcall )${name}`), '(?!)'].join('|')})(?![\\w/-])`,
    'i',
  )
  return (clause) => found.test(clause.replace(quoted, '""'))
}

/** Keys under which flint itself speaks, and those below which it does. What a note says stands under others. */
const spoken = new Set([
  'hint',
  'message',
  'reason',
  'warning',
  'truncated',
  'notices',
  'warnings',
  'problems',
])
const holding = new Set(['error', 'halves', 'freshness', 'vaults', 'index'])

function sayWithout(content: object, isAbsent: (clause: string) => boolean): object {
  const entries = Object.entries(content).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (spoken.has(key)) return said(key, value, isAbsent)
    if (key === 'results' && Array.isArray(value)) return [[key, value.map(inBatch)]]
    return [[key, holding.has(key) ? below(value) : value]]
  })
  return Object.fromEntries(entries)

  function below(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(below)
    return typeof value === 'object' && value !== null ? sayWithout(value, isAbsent) : value
  }

  /** An item of a batch that failed says why; any other is a note's or a row. */
  function inBatch(item: unknown): unknown {
    const isFailed = typeof item === 'object' && item !== null && Reflect.get(item, 'success') === false
    return isFailed ? below(item) : item
  }
}

function said(key: string, value: unknown, isAbsent: (clause: string) => boolean): [string, unknown][] {
  if (Array.isArray(value)) {
    const left = value.map((one: unknown) => sentence(key, one, isAbsent)).filter((one) => one !== '')
    return left.length === 0 && value.length > 0 ? [] : [[key, left]]
  }
  const left = sentence(key, value, isAbsent)
  return left === '' && value !== '' ? [] : [[key, left]]
}

/** A message that is nothing but such a sentence still has to say what happened. */
function sentence(key: string, value: unknown, isAbsent: (clause: string) => boolean): unknown {
  if (typeof value !== 'string') return value
  const left = withoutClauses(value, isAbsent)
  return left === '' && key !== 'hint' ? value.replaceAll('_', ' ') : left
}
