import type { HashedVector, VectorCache } from '../embed/vector-cache.ts'
import type { LackingPage, PendingCursor } from '../index-db/pending-queries.ts'
import type { EmbeddingModel } from '../model/embedding-model.ts'
import type { Log } from '../model/log.ts'
import type { VectorReader } from '../search/vector-reader.ts'
import type { Sync } from '../sync/sync.ts'

export interface KnownVectorDoors {
  readonly reader: Pick<VectorReader, 'ask'>
  readonly sync: Pick<Sync, 'putVectors'>
  readonly cache: VectorCache
  readonly log: Log
}

/** Passages that are looked up in one question. */
export const passagesPerLook = 1_024

/**
 * Puts into the index what the cache has for passages without a vector, those of the newest notes first, until `mayGoOn`
 * says no; false where it did. While one page is stored, the next is looked up, and the one after it listed.
 */
export async function takeAllKnown(
  doors: KnownVectorDoors,
  model: EmbeddingModel,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const list = (after: PendingCursor | null) =>
    settledLater(doors.reader.ask('lacking', { model: model.id, limit: passagesPerLook, after }))
  let storing: Promise<unknown> = Promise.resolve()
  let listing: Promise<LackingPage> | null = list(null)
  while (listing !== null && mayGoOn()) {
    const { hashes, next }: LackingPage = await listing
    listing = next === null ? null : list(next)
    const vectors = await findKnown(doors, model, hashes)
    await storing
    storing = settledLater(store(doors, model, vectors))
  }
  await storing
  return listing === null
}

/** Its failure is handled where it is awaited, which may be later, or is of no use any more. */
function settledLater<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined)
  return work
}

/** Puts into the index what the cache has of these passages; the hashes of those that it has. */
export async function takeKnown(
  doors: KnownVectorDoors,
  model: EmbeddingModel,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const vectors = await findKnown(doors, model, hashes)
  await store(doors, model, vectors)
  return new Set(vectors.map(({ hash }) => hash))
}

/** A cache that does not answer has none. */
async function findKnown(
  { cache, log }: KnownVectorDoors,
  { id }: EmbeddingModel,
  hashes: readonly string[],
): Promise<readonly HashedVector[]> {
  if (hashes.length === 0) return []
  return await cache.find(id, hashes).catch((error: unknown) => {
    log.debug('vectors cannot be looked up, so that they are made', { error })
    return []
  })
}

async function store(
  { sync }: KnownVectorDoors,
  { id: model, dimensions }: EmbeddingModel,
  vectors: readonly HashedVector[],
): Promise<void> {
  if (vectors.length > 0) await sync.putVectors({ model, dimensions, vectors })
}
