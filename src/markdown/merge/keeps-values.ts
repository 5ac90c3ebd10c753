import { countEach } from '../../model/count-each.ts'
import { isRecord } from '../../model/is-record.ts'
import { equalValues } from '../read/equal-values.ts'
import { mapWays, type ThreeWays } from './merged.ts'

/**
 * Whether merged metadata has each value as the side made it that changed it: of a mapping each key, of a list each item as often as
 * the sides account for. A text that both changed was merged as text.
 */
export function keepsValues({ base, ours, theirs }: ThreeWays<unknown>, merged: unknown): boolean {
  const isKept = keepsSingleChange({ base, ours, theirs }, merged)
  if (isKept !== null) return isKept
  if (isRecord(base) && isRecord(ours) && isRecord(theirs) && isRecord(merged))
    return everyKey({ base, ours, theirs }, merged, keepsValues)
  if (isList(base) && isList(ours) && isList(theirs) && isList(merged))
    return keepsItems({ base, ours, theirs }, merged)
  return [base, ours, theirs, merged].every((value) => typeof value === 'string')
}

/** Whether merged metadata has each value of its keys that one side alone changed as that side has it. */
export function keepsSingleChanges(sides: ThreeWays<Mapping>, merged: Mapping): boolean {
  return everyKey(sides, merged, (values, value) => keepsSingleChange(values, value) ?? true)
}

/** Null for a value that both sides changed, each otherwise. */
function keepsSingleChange({ base, ours, theirs }: ThreeWays<unknown>, merged: unknown): boolean | null {
  if (equalValues(ours, theirs) || equalValues(theirs, base)) return equalValues(merged, ours)
  return equalValues(ours, base) ? equalValues(merged, theirs) : null
}

type Mapping = Readonly<Record<string, unknown>>

function everyKey(sides: ThreeWays<Mapping>, merged: Mapping, keeps: typeof keepsValues): boolean {
  const keys = [sides.base, sides.ours, sides.theirs, merged].flatMap((mapping) => Object.keys(mapping))
  return [...new Set(keys)].every((key) =>
    keeps(
      mapWays(sides, (mapping) => mapping[key]),
      merged[key],
    ),
  )
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function keepsItems(sides: ThreeWays<readonly unknown[]>, merged: readonly unknown[]): boolean {
  const { base, ours, theirs } = sides
  const isEven = [ours, theirs, merged].every(({ length }) => length === base.length)
  const inPlace = (item: unknown, at: number) =>
    keepsValues(
      mapWays(sides, (items) => items[at]),
      item,
    )
  if (isEven && merged.every(inPlace)) return true
  const written = (items: readonly unknown[]) => countEach(items.map((item) => JSON.stringify(item)))
  const [counts, after] = [mapWays(sides, written), written(merged)]
  const items = [counts.base, counts.ours, counts.theirs, after].flatMap((one) => [...one.keys()])
  return items.every(
    (item) => (after.get(item) ?? 0) === expectedCount(mapWays(counts, (one) => one.get(item) ?? 0)),
  )
}

/** What both added, or both removed, is one and the same. */
function expectedCount({ base, ours, theirs }: ThreeWays<number>): number {
  if (ours >= base && theirs >= base) return Math.max(ours, theirs)
  return ours <= base && theirs <= base ? Math.min(ours, theirs) : ours + theirs - base
}
