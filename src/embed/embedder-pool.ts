import type { OpenedEmbedder, OpenEmbedderOptions } from './open-embedder.ts'

/** The embedders of one process, shared by all vaults; each is opened once, on first use. */
export class EmbedderPool {
  readonly #opened = new Map<string | null, Promise<OpenedEmbedder>>()

  async open(wanted: OpenEmbedderOptions): Promise<OpenedEmbedder> {
    const opening = this.#opened.get(wanted.model) ?? this.#open(wanted)
    this.#opened.set(wanted.model, opening)
    return await opening
  }

  async close(): Promise<void> {
    for (const opening of this.#opened.values()) {
      const opened = await opening
      if (opened.kind === 'ready') await opened.embedder.close()
    }
  }

  async #open(wanted: OpenEmbedderOptions): Promise<OpenedEmbedder> {
    const { openEmbedder } = await import('./open-embedder.ts')
    const opened = await openEmbedder(wanted)
    // A missing model, or one that another stands in for, may be there at the next question.
    if (opened.kind === 'unavailable') this.#opened.delete(wanted.model)
    return opened
  }
}
