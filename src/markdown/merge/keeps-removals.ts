import { countEach } from '../../model/count-each.ts'
import { changeOf, type Edited, type SideEdits } from './find-edits.ts'
import { agreedIn, wantedIn, type Piece } from './merged.ts'

/**
 * Whether lines are gone that a side removed: of several with one text as many as the sides removed in different places. What is in
 * conflict may still have them.
 */
export function keepsRemovals({ base, ours, theirs, edits }: Edited, merged: readonly Piece[]): boolean {
  const [mine, yours] = [readSide(base, edits.ours), readSide(base, edits.theirs)]
  const [inOurs, inTheirs, now] = [countEach(ours), countEach(theirs), countEach(agreedIn(merged))]
  const open = new Set([...wantedIn(merged, 'ours'), ...wantedIn(merged, 'theirs')])
  const isKept = (index: number) => mine.kept.has(index) && yours.kept.has(index)
  const places = Map.groupBy(base.keys(), (index) => base[index] ?? '')
  return [...places].every(([text, indexes]) => {
    if (open.has(text) || !/[\p{L}\p{N}]/u.test(text)) return true
    const added = (mine.added.get(text) ?? 0) + (yours.added.get(text) ?? 0)
    const count = now.get(text) ?? 0
    if (count > indexes.filter(isKept).length + added) return false
    if (count >= Math.min(inOurs.get(text) ?? 0, inTheirs.get(text) ?? 0)) return true
    // Of lines with one text that stand together nobody can tell which of them was removed: perhaps both sides removed the same.
    const areTold = (one: number, other: number) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      return base
        .slice(from + 1, to)
        .some((line, at) => places.get(line)?.length === 1 && isKept(from + 1 + at))
    }
    const [gone, goneToo] = [
      indexes.filter((at) => mine.removed.has(at)),
      indexes.filter((at) => yours.removed.has(at)),
    ]
    return gone.every((one) => goneToo.every((other) => one === other || areTold(one, other)))
  })
}

interface Side {
  /** Which lines of the base it has where they were. */
  readonly kept: ReadonlySet<number>
  /** Which of them it removed, and has nothing like them there. */
  readonly removed: ReadonlySet<number>
  /** How often it has a text elsewhere. */
  readonly added: ReadonlyMap<string, number>
}

function readSide(base: readonly string[], { edits, kept }: SideEdits): Side {
  const removed = edits
    .filter((edit) => changeOf(base, edit) === null)
    .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at))
  return { kept, removed: new Set(removed), added: countEach(edits.flatMap(({ lines }) => lines)) }
}
