import { VectorReader } from '../search/vector-reader.ts'
import { VectorSearch } from '../search/vector-search.ts'
import { EmbeddingWork } from './embedding-work.ts'
import type { StartedVault, VaultOptions } from './start-vault.ts'
import { vectorsPutAside } from './vectors-put-aside.ts'

export interface Meaning {
  readonly vectors: VectorSearch | null
  readonly embedding: EmbeddingWork | null
}

/** Search by meaning and what makes the vectors for it. Both are null where there is no index or no embedder. */
export function openMeaning(
  { openEmbedder, isPaused = () => Promise.resolve(false), embeddingPace: pace, log }: VaultOptions,
  { facts, keeper, coordination, stores }: StartedVault,
  more: { readonly isIndexed: () => boolean; readonly isServed: boolean },
): Meaning {
  if (keeper === null || openEmbedder === undefined) return { vectors: null, embedding: null }
  const { sync } = keeper
  const vectors = new VectorSearch(
    new VectorReader(facts.indexFile),
    (model) => openEmbedder(model, facts.config),
    (model) => sync.forgetVectors(model),
  )
  const embedding = new EmbeddingWork({
    search: vectors,
    sync,
    tryLead: () => coordination.tryAcquire('embedder'),
    isPaused,
    cache: stores.vectors ?? vectorsPutAside(facts.indexFile),
    ...(pace && { pace }),
    log,
    ...more,
  })
  return { vectors, embedding }
}
