import { setTimeout as pause } from 'node:timers/promises'
import type { Embedder } from '../../src/embed/embedder.ts'
import type { OpenedEmbedder } from '../../src/embed/open-embedder.ts'
import { times } from './long.ts'
import { until } from './until.ts'
import { withVaults, type Files, type Vaults } from './with-vault.ts'

/** One vault, `main`, that is searched by meaning too. */
export async function withMeaning(
  files: Files,
  embedder: Embedder | Extract<OpenedEmbedder, { kind: 'unavailable' }>,
  use: (vaults: Vaults) => Promise<void>,
  options: { readonly isPaused?: () => Promise<boolean> } = {},
): Promise<void> {
  const opened = 'kind' in embedder ? embedder : ({ kind: 'ready', embedder, notice: null } as const)
  await withVaults({ main: files }, use, {
    ...options,
    openEmbedder: () => Promise.resolve(opened),
  })
}

/** Waits until every passage has a vector of the model and what is gone is swept out. */
export async function embedded({ call }: Vaults): Promise<void> {
  const isDone = async () => {
    // Embedding stands back while calls come in: asked without a pause it would never be done.
    await pause(50)
    const { index } = await call('get_vault_info', { detailed: true })
    return index?.vectors === 'ready' && index.pending_vectors === 0
  }
  await until('every passage has a vector', isDone, { withinMs: times(30_000, 300_000) })
}

export async function indexFileOf({ hub }: Vaults): Promise<string> {
  const current = await hub.current()
  if (current === null) throw new Error('No vault is active.')
  const { indexFile } = await hub.open(current.id)
  return indexFile
}
