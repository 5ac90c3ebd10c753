import type { SortKey } from '../../search/search-structured.ts'

interface Sorted {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

/** The order of the index, for lists of several vaults: what has no value comes last, numbers before texts. */
export function compareBySort(sort: readonly SortKey[]): (a: Sorted, b: Sorted) => number {
  return (a, b) => {
    for (const { field, order } of sort) {
      const [x, y] = [valueOf(a, field), valueOf(b, field)]
      if (x === null && y === null) continue
      if (x === null || y === null) return x === null ? 1 : -1
      const difference = compare(x, y)
      if (difference !== 0) return order === 'asc' ? difference : -difference
    }
    return 0
  }
}

function compare(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function valueOf(note: Sorted, field: string): string | number | null {
  const { [field]: own }: Readonly<Record<string, unknown>> = { ...note }
  const value: unknown = [own ?? note.metadata?.[field.replace(/^metadata\./, '')]].flat()[0]
  if (typeof value === 'number') return value
  if (typeof value !== 'string' && typeof value !== 'boolean') return null
  const text = String(value)
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text.toLowerCase()
}
