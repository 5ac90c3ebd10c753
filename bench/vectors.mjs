// node bench/vectors.mjs [CHUNKS] [DIMENSIONS]: how long the half of search that goes by meaning looks through so many
// vectors, in the thread where it does so, for scopes of different sizes.
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IndexWriter } from '../dist/src/index-db/apply.js'
import { openIndexForWriting } from '../dist/src/index-db/open-index.js'
import { VectorReader } from '../dist/src/search/vector-reader.js'
import { MadeUpVectors } from './made-up-vectors.mjs'
import { quantile } from './statistics.mjs'

const [chunks = 100_000, dimensions = 512] = process.argv.slice(2).map(Number)
const chunksPerNote = 10
const rounds = 30
const folder = mkdtempSync(join(tmpdir(), 'flint-vectors-'))
const file = join(folder, 'index.sqlite')
const made = new MadeUpVectors(dimensions)

try {
  fill()
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function fill() {
  const { db } = openIndexForWriting(file)
  const writer = new IndexWriter(db)
  db.transaction(() => {
    const addNote = db.prepare(
      `INSERT INTO note (id, path, title, type, filename, body_line, metadata, hash, size, mtime, inode, created, updated, words, lines)
       VALUES (?, ?, 'x', ?, 'x', 1, '{}', ?, 1, 0, 1, '2020-01-01 00:00:00', '2020-01-01 00:00:00', 1, 1)`,
    )
    const addPassage = db.prepare('INSERT INTO passage (id, hash) VALUES (?, ?)')
    const addChunk = db.prepare(
      "INSERT INTO chunk (note, position, passage, heading, line, last_line, start, end) VALUES (?, ?, ?, '', 1, 1, 0, 1)",
    )
    for (let id = 1; id <= chunks; id++) {
      const note = Math.ceil(id / chunksPerNote)
      // One note in 100 is of the type `rare`, every second `half`, one in 20 lies in the archive.
      const type = note % 100 === 0 ? 'rare' : note % 2 === 0 ? 'half' : 'other'
      if (id % chunksPerNote === 1)
        addNote.run(note, `${note % 20 === 3 ? 'archives' : type}/n${note}.md`, type, `${note}`)
      addPassage.run(id, `p${id}`)
      addChunk.run(note, id % chunksPerNote, id)
    }
  })()
  for (let start = 1; start <= chunks; start += 1_000) {
    const vectors = Array.from({ length: Math.min(1_000, chunks - start + 1) }, (_, index) => ({
      hash: `p${start + index}`,
      vector: made.near(start + index),
    }))
    writer.putVectors({ model: 'bench', dimensions, vectors })
  }
  writer.finishFilling()
  Array.from(writer.complete())
  db.close()
}

async function measure() {
  const reader = new VectorReader(file)
  const exact = new Database(file, { readonly: true }).prepare('SELECT passage, numbers FROM vector_1').all()
  const scopes = {
    everything: { sql: '(1)', parameters: [], isBroad: true },
    'all but the archive': {
      sql: "note.id NOT IN (SELECT id FROM note WHERE path >= 'archives/' AND path < 'archives0')",
      parameters: [],
      isBroad: true,
    },
    'half of the notes': { sql: 'note.type = ?', parameters: ['half'], isBroad: false },
    'one note in 100': { sql: 'note.type = ?', parameters: ['rare'], isBroad: false },
  }
  console.log(`${chunks} chunks of ${dimensions} numbers\n`)
  console.log('| scope | p50 ms | p95 ms | of the nearest 10 found |')
  console.log('| --- | --- | --- | --- |')
  for (const [name, condition] of Object.entries(scopes)) {
    const times = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const vector = made.near(round)
      const started = performance.now()
      const nearest = await reader.ask('nearest', { model: 'bench', vector, condition, limit: 100 })
      times.push(performance.now() - started)
      if (name === 'everything' && round < 10) found += overlap(nearest, trueNearest(exact, vector))
    }
    times.sort((a, b) => a - b)
    const recall = name === 'everything' ? `${found / 10} of 10` : ''
    console.log(
      `| ${name} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} | ${recall} |`,
    )
  }
  await reader.close()
}

function trueNearest(rows, vector) {
  const best = new Map()
  for (const { passage, numbers } of rows) {
    const other = new Float32Array(
      numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.length),
    )
    let cosine = 0
    for (let at = 0; at < dimensions; at++) cosine += vector[at] * other[at]
    const note = Math.ceil(passage / chunksPerNote)
    best.set(note, Math.max(best.get(note) ?? -1, cosine))
  }
  return [...best]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 10)
    .map(([note]) => note)
}

function overlap(nearest, wanted) {
  const first = new Set(nearest.slice(0, 10).map(({ note }) => note))
  return wanted.filter((note) => first.has(note)).length
}
