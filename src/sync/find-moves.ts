import type { IndexChanges, NoteRecord } from '../index-db/note-record.ts'

/** Pairs each new note with a removed one of exactly the same content, whose hash is in `vanished`: it was moved. */
export function findMoves(
  appeared: readonly NoteRecord[],
  vanished: ReadonlyMap<string, string>,
  isKnown: (path: string) => boolean,
): IndexChanges['moved'] {
  const taken = new Set<string>()
  return appeared.flatMap(({ path, hash }) => {
    const from = vanished.get(hash)
    if (from === undefined || taken.has(from) || isKnown(path)) return []
    taken.add(from)
    return [{ from, to: path }]
  })
}
