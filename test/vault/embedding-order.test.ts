import { expect, test } from 'vitest'
import { EmbeddingWork, type EmbeddingDoors } from '../../src/vault/embedding-work.ts'
import { until } from '../support/until.ts'
import { wordEmbedder } from '../support/word-embedder.ts'

test("vectors that somebody has made come before the vault's own model, and it comes before those to be made", async () => {
  const embedder = wordEmbedder()
  const vector = new Float32Array(embedder.model.dimensions)
  const done: string[] = []
  const stored = new Set<string>()
  let hasOwn = false
  const pending = () => ['known', 'new'].filter((hash) => !stored.has(hash))
  const answers = {
    count: () => pending().length,
    models: () => [],
    ownState: () => ({ notes: 30, model: hasOwn ? { notes: 30, kept: 30, folded: 0, missing: 0 } : null }),
    lacking: () => ({ hashes: pending(), next: null }),
    pending: () => ({ passages: pending().map((hash) => ({ hash, text: hash })), next: null }),
  }
  const doors = {
    search: {
      embedder: () => Promise.resolve({ kind: 'open', embedder, notice: null }),
      reader: { ask: (question: keyof typeof answers) => Promise.resolve(answers[question]()) },
    },
    sync: {
      cutSome: () => Promise.resolve(0),
      putVectors: ({ vectors }: { vectors: readonly { hash: string }[] }) => {
        for (const { hash } of vectors) {
          stored.add(hash)
          done.push(hash)
        }
        return Promise.resolve()
      },
      makeOwn: () => {
        hasOwn = true
        done.push('own model')
        return Promise.resolve()
      },
      settleVectors: () => Promise.resolve(),
    },
    tryLead: () => ({ release: () => undefined, onLost: () => undefined }),
    isIndexed: () => true,
    isPaused: () => Promise.resolve(false),
    cache: {
      find: (_model: string, hashes: readonly string[]) =>
        Promise.resolve(hashes.filter((hash) => hash === 'known').map((hash) => ({ hash, vector }))),
      keep: () => Promise.resolve(),
    },
    pace: { lookEvery: 1, quietFor: 0, sweepEvery: 0, yieldFor: 0 },
    log: { debug: () => undefined, warn: () => undefined },
  }
  const work = new EmbeddingWork(doors as unknown as EmbeddingDoors)
  await until('all is embedded', () => stored.size === 2 && hasOwn)
  await work.close()
  expect(done).toEqual(['known', 'own model', 'new'])
  expect(embedder.seen).toEqual(['new'])
})
