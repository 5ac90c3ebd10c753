import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedModel } from '../dist/src/embed/embedded-model.js'
import { IndexWriter } from '../dist/src/index-db/apply.js'
import { openIndexForWriting } from '../dist/src/index-db/open-index.js'
import { cutChunks } from '../dist/src/sync/cut-chunks.js'

/** Vectors that no model has made: 100 themes with noise around them, so that near and far differ as in real ones. */
export class MadeUpVectors {
  #dimensions
  #state = 7
  #themes

  constructor(dimensions) {
    this.#dimensions = dimensions
    this.#themes = Array.from({ length: 100 }, () => this.#direction())
  }

  /** One near the theme of this number. */
  near(number) {
    const theme = this.#themes[number % this.#themes.length]
    const noise = this.#direction()
    return unit(theme.map((value, at) => value + 1.2 * noise[at]))
  }

  #direction() {
    const random = () => this.#random()
    return unit(Float32Array.from({ length: this.#dimensions }, () => random() + random() + random() - 1.5))
  }

  #random() {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) >>> 0
    return this.#state / 4_294_967_296
  }
}

/** Gives every passage of an index a vector as if the embedded model had made it: to embed so many would take hours. */
export function fillVectors(dataFolder) {
  const { id: model, dimensions } = embeddedModel
  withWriter(dataFolder, (db, writer) => {
    for (const vectors of pagesOfVectors(db)) writer.putVectors({ model, dimensions, vectors })
    writer.settleVectors(model)
    db.pragma('wal_checkpoint(TRUNCATE)')
  })
}

/** Such vectors for every passage of an index, with what they are known by. */
export function vectorsFor(dataFolder) {
  return withWriter(dataFolder, (db) => [...pagesOfVectors(db)].flat())
}

function withWriter(dataFolder, use) {
  const { db } = openIndexForWriting(findIndex(join(dataFolder, 'vaults')))
  const writer = new IndexWriter(db)
  while (writer.cutSome(1_000, cutChunks) > 0);
  try {
    return use(db, writer)
  } finally {
    db.close()
  }
}

function* pagesOfVectors(db) {
  const made = new MadeUpVectors(embeddedModel.dimensions)
  const list = db.prepare('SELECT id, hash FROM passage WHERE id > ? ORDER BY id LIMIT 5000')
  for (let page = list.all(0); page.length > 0; page = list.all(page.at(-1).id))
    yield page.map(({ id, hash }) => ({ hash, vector: made.near(id) }))
}

function findIndex(folder) {
  const files = readdirSync(folder).map((name) => join(folder, name, 'index.sqlite'))
  return files.find((file) => existsSync(file))
}

function unit(vector) {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
