import type { OwnState } from '../index-db/own-model-rows.ts'
import { fewestNotes } from '../search/own-standing.ts'
import type { VectorSearch } from '../search/vector-search.ts'
import type { Sync } from '../sync/sync.ts'

export interface OwnModelDoors {
  readonly search: Pick<VectorSearch, 'reader'>
  readonly sync: Pick<Sync, 'makeOwn' | 'putOwn'>
}

/** A model is made anew when this share of the notes it was made of, or of those there are, is another. */
const outdatedShare = 0.2
const notesPerFold = 32

/** What is to be done so that the vault's own model knows its notes. */
export function nextForOwnModel({ notes, model }: OwnState): 'make' | 'fold' | 'nothing' {
  if (notes < fewestNotes) return 'nothing'
  if (model === null) return 'make'
  const gone = model.notes - model.kept
  const added = model.folded + model.missing
  if (Math.max(gone, added) > outdatedShare * model.notes) return 'make'
  return model.missing > 0 ? 'fold' : 'nothing'
}

/** Makes the vault's own model and folds new notes in, until `mayGoOn` says no: what is stored by then is kept. */
export async function followOwnModel(
  { search: { reader }, sync }: OwnModelDoors,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  if (nextForOwnModel(await reader.ask('ownState', {})) === 'make') {
    await sync.makeOwn(mayGoOn)
  }
  while (nextForOwnModel(await reader.ask('ownState', {})) === 'fold' && (await mayGoOn())) {
    const vectors = await reader.ask('ownFold', { limit: notesPerFold })
    if (vectors.length === 0) return
    await sync.putOwn({ kind: 'fold', vectors })
  }
}
