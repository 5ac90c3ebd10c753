import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbedderPool } from '../../dist/src/embed/embedder-pool.js'
import { createHub } from '../../dist/src/registry/vault-hub.js'
import { callTool } from '../../dist/src/call/call-tool.js'
import { allTools } from '../../dist/src/tools/index.js'
import { openVault } from '../../dist/src/vault/open-vault.js'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** A collection's documents as the notes of a vault of its own, and the tools to search it. */
export class QualityVault {
  folder = mkdtempSync(join(tmpdir(), 'flint-quality-'))
  notes = join(this.folder, 'notes')
  #hub
  #embedders = new EmbedderPool()
  #ids = new Map()

  constructor(documents) {
    mkdirSync(this.notes)
    mkdirSync(join(this.folder, 'config'))
    for (const [index, { _id, title, text }] of documents.entries()) {
      // A note's name would help to find it: documents of a collection have none.
      const path = `d${index}.md`
      this.#ids.set(path, _id)
      writeFileSync(join(this.notes, path), title ? `# ${title}\n\n${text}\n` : `${text}\n`)
    }
    this.#hub = createHub({
      configFolder: join(this.folder, 'config'),
      dataFolder: join(this.folder, 'data'),
      cwd: this.folder,
      env: { HOME: this.folder },
      vault: this.notes,
      openVault: (vault) =>
        openVault({
          ...vault,
          openEmbedder: (model) => this.#embedders.open({ model, modelFolder: this.folder }),
        }),
      log: silent,
      now: () => new Date(),
    })
  }

  idOf(path) {
    return this.#ids.get(path)
  }

  async ready() {
    await this.call('list_notes', { limit: 1 })
  }

  /** Waits until the index is whole: each passage has a vector, and the vault's own model knows each note. */
  async embedded() {
    const started = performance.now()
    for (;;) {
      const { index } = await this.call('get_vault_info', { detailed: true })
      if (index.vectors === 'unavailable') throw new Error(index.vectors_problem)
      const { vectors, pending_vectors: pending, own_model: own = 'whole' } = index
      if (vectors === 'ready' && pending === 0 && (own === 'whole' || own === 'not needed'))
        return { passages: index.chunks, seconds: (performance.now() - started) / 1_000 }
      // Each call makes the embedding wait for a moment.
      await new Promise((resolve) => setTimeout(resolve, 2_000))
    }
  }

  /** The documents that a search finds, best first, up to `count`, and the milliseconds of its first page. */
  async search(query, { mode, count = 100 }) {
    const found = []
    let cursor
    let ms
    do {
      const started = performance.now()
      const page = await this.call('search_notes', { query, mode, limit: count, fields: ['id'], cursor })
      ms ??= performance.now() - started
      found.push(...page.results.map(({ id, path }) => this.idOf(path ?? id)))
      cursor = page.next_cursor
    } while (cursor !== undefined && found.length < count)
    return { found: found.slice(0, count), ms }
  }

  async call(tool, args) {
    const { structuredContent, isError } = await callTool(allTools, tool, JSON.parse(JSON.stringify(args)), {
      vaults: this.#hub,
      session: { id: 'quality' },
      log: silent,
      now: () => new Date(),
      signal: new AbortController().signal,
      strictOutput: false,
    })
    if (isError) throw new Error(`${tool}: ${JSON.stringify(structuredContent)}`)
    return structuredContent
  }

  async close() {
    await this.#hub.close()
    await this.#embedders.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
