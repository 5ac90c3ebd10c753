// npm run bench:quality -- [FOLDER …] [--modes keyword,ripgrep] [--queries 200] [--json FILE]
// How well search finds what people judged to be the answer, on any collection in BEIR's shape: each document is a note,
// each judged question a search. A low figure fails nothing: benchmarks are no tests.
import { existsSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hit5, meanWithInterval, ndcg10, recall100 } from './quality/measures.mjs'
import { QualityVault } from './quality/quality-vault.mjs'
import { readCollection } from './quality/read-collection.mjs'
import { searchByRipgrep } from './quality/search-by-ripgrep.mjs'
import { quantile } from './statistics.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const shared = resolve(at('..'), process.env.FLINT_SHARED ?? '../shared')
const usual = [at('../test/fixtures/paraphrases'), resolve(shared, 'data/ir/scifact-train')]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modes: { type: 'string', default: 'keyword,semantic,auto,ripgrep' },
    queries: { type: 'string', default: '100000' },
    json: { type: 'string' },
  },
})

const folders = positionals.length > 0 ? positionals : usual.filter((folder) => existsSync(folder))
const results = []
for (const folder of folders) results.push(await measure(folder))
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)

async function measure(folder) {
  const { documents, queries } = readCollection(folder)
  const asked = queries.slice(0, Number(values.queries))
  process.stderr.write(`${basename(folder)}: indexing ${documents.length} notes …\n`)
  const vault = new QualityVault(documents)
  try {
    await vault.ready()
    if (/semantic|auto/.test(values.modes)) {
      const { passages, seconds } = await vault.embedded()
      process.stderr.write(`${passages} passages embedded in ${seconds.toFixed(0)} s\n`)
    }
    console.log(`\n${basename(folder)}: ${documents.length} notes, ${asked.length} questions\n`)
    console.log('| mode | nDCG@10 | recall@100 | hit@5 | p50 ms | p95 ms |')
    console.log('| --- | --- | --- | --- | --- | --- |')
    const modes = {}
    for (const mode of values.modes.split(',')) {
      modes[mode] = await measureMode(vault, asked, mode)
      console.log(toLine(mode, modes[mode]))
    }
    return { collection: basename(folder), notes: documents.length, questions: asked.length, modes }
  } finally {
    await vault.close()
  }
}

async function measureMode(vault, queries, mode) {
  const rows = []
  for (const { text, relevant } of queries) {
    const { found, ms } = await (mode === 'ripgrep' ? ripgrep(vault, text) : vault.search(text, { mode }))
    const measures = {
      ndcg: ndcg10(found, relevant),
      recall: recall100(found, relevant),
      hit: hit5(found, relevant),
    }
    rows.push({ ...measures, ms })
  }
  const of = (key) => rows.map((row) => row[key])
  return {
    ndcg10: meanWithInterval(of('ndcg')),
    recall100: meanWithInterval(of('recall')),
    hit5: meanWithInterval(of('hit')),
    p50: quantile(of('ms'), 0.5),
    p95: quantile(of('ms'), 0.95),
  }
}

async function ripgrep(vault, text) {
  const started = performance.now()
  const found = searchByRipgrep(vault.notes, text).map((path) => vault.idOf(path))
  return { found, ms: performance.now() - started }
}

function toLine(mode, { ndcg10, recall100, hit5, p50, p95 }) {
  const share = ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
  const cells = [mode, share(ndcg10), share(recall100), share(hit5), p50.toFixed(1), p95.toFixed(1)]
  return `| ${cells.join(' | ')} |`
}
