// npm run bench:quality -- [FOLDER …] [--modes keyword,ripgrep] [--queries 200] [--capitals] [--json FILE] [--against FILE]
// How well search finds what people judged to be the answer, on any collection in BEIR's shape: each document is a note,
// each judged question a search. A low figure fails nothing: benchmarks are no tests. `--capitals` asks in capitals; `--against`
// compares question by question with what another build wrote by `--json`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hit5, meanWithInterval, ndcg10, pairedDifference, recall100 } from './quality/measures.mjs'
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
    capitals: { type: 'boolean', default: false },
    json: { type: 'string' },
    against: { type: 'string' },
  },
})

const before = values.against === undefined ? [] : JSON.parse(readFileSync(values.against, 'utf8'))
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
    // Words alone are measured on a whole and quiet index, too.
    const { passages, seconds } = await vault.embedded()
    process.stderr.write(`${passages} passages embedded in ${seconds.toFixed(0)} s\n`)
    console.log(`\n${basename(folder)}: ${documents.length} notes, ${asked.length} questions\n`)
    console.log('| mode | nDCG@10 | recall@100 | hit@5 | p50 ms | p95 ms |')
    console.log('| --- | --- | --- | --- | --- | --- |')
    const modes = {}
    for (const mode of values.modes.split(',')) {
      modes[mode] = await measureMode(vault, asked, mode)
      console.log(toLine(mode, modes[mode]))
      compare(basename(folder), mode, modes[mode])
    }
    return { collection: basename(folder), notes: documents.length, questions: asked.length, modes }
  } finally {
    await vault.close()
  }
}

async function measureMode(vault, queries, mode) {
  const rows = []
  for (const { text: written, relevant } of queries) {
    const text = values.capitals ? written.toUpperCase() : written
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
    each: { ndcg10: of('ndcg'), hit5: of('hit') },
    p50: quantile(of('ms'), 0.5),
    p95: quantile(of('ms'), 0.95),
  }
}

/** How the figures differ from those of the other build, and how likely chance alone would do that. */
function compare(collection, mode, { each }) {
  const other = before.find((one) => one.collection === collection)?.modes[mode]?.each
  if (other === undefined) return
  const said = Object.entries(each).map(([measure, values]) => {
    const { mean, p } = pairedDifference(values, other[measure])
    return `${measure} ${mean >= 0 ? '+' : '−'}${Math.abs(mean).toFixed(3)} (p ${p.toFixed(3)})`
  })
  process.stderr.write(`  ${mode} against ${values.against}: ${said.join(', ')}\n`)
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
