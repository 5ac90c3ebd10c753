// npm run bench:quality -- [FOLDER or NAME …] [--modes keyword,ripgrep] [--kinds written,capitals,long] [--queries 200]
//   [--json FILE] [--against FILE]
// How well search finds what people judged to be the answer, on any collection in BEIR's shape: each document is a note,
// each judged question a search. A low figure fails nothing: benchmarks are no tests. `--against` compares question by
// question with what another build wrote by `--json`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hit1, hit5, meanWithInterval, ndcg10, pairedDifference, recall100 } from './quality/measures.mjs'
import { kindsOfQuestions } from './quality/kinds-of-questions.mjs'
import { QualityVault } from './quality/quality-vault.mjs'
import { readCollection } from './quality/read-collection.mjs'
import { searchByRipgrep } from './quality/search-by-ripgrep.mjs'
import { writtenCollections } from './quality/written-collections.mjs'
import { quantile } from './statistics.mjs'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const shared = resolve(at('..'), process.env.FLINT_SHARED ?? '../shared')
const usual = [at('../test/fixtures/paraphrases'), resolve(shared, 'data/ir/scifact-train')]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modes: { type: 'string', default: 'keyword,semantic,auto,ripgrep' },
    queries: { type: 'string', default: '100000' },
    kinds: { type: 'string', default: Object.keys(kindsOfQuestions).join() },
    json: { type: 'string' },
    against: { type: 'string' },
  },
})

const before = values.against === undefined ? [] : JSON.parse(readFileSync(values.against, 'utf8'))
const folders =
  positionals.length > 0
    ? positionals
    : [...Object.keys(writtenCollections), ...usual.filter((folder) => existsSync(folder))]
const results = []
for (const folder of folders) results.push(await measure(folder))
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)

async function measure(folder) {
  const name = basename(folder)
  const written = writtenCollections[folder]
  const { documents, queries } = written === undefined ? readCollection(folder) : written()
  process.stderr.write(`${name}: indexing ${documents.length} notes …\n`)
  const vault = new QualityVault(documents)
  try {
    await vault.ready()
    // Words alone are measured on a whole and quiet index, too.
    const { passages, seconds } = await vault.embedded()
    process.stderr.write(`${passages} passages embedded in ${seconds.toFixed(0)} s\n`)
    console.log(`\n${name}: ${documents.length} notes\n`)
    console.log('| mode | questions | nDCG@10 | recall@100 | hit@5 | first | p50 ms | p95 ms |')
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
    const modes = {}
    for (const kind of values.kinds.split(',')) {
      const asked = kindsOfQuestions[kind]({ documents, queries }).slice(0, Number(values.queries))
      if (asked.length === 0) continue
      for (const mode of values.modes.split(',')) {
        const row = kind === 'written' ? mode : `${mode}, ${kind}`
        modes[row] = await measureMode(vault, asked, mode)
        console.log(toLine(row, asked.length, modes[row]))
        compare(name, row, modes[row])
      }
      compareWithKeyword(modes, kind)
    }
    return { collection: name, notes: documents.length, modes }
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
      first: hit1(found, relevant),
    }
    rows.push({ ...measures, ms })
  }
  const of = (key) => rows.map((row) => row[key])
  return {
    ndcg10: meanWithInterval(of('ndcg')),
    recall100: meanWithInterval(of('recall')),
    hit5: meanWithInterval(of('hit')),
    first: meanWithInterval(of('first')),
    each: { ndcg10: of('ndcg'), hit5: of('hit') },
    p50: quantile(of('ms'), 0.5),
    p95: quantile(of('ms'), 0.95),
  }
}

/** How the figures differ from those of the other build, and how likely chance alone would do that. */
function compare(collection, row, { each }) {
  const other = before.find((one) => one.collection === collection)?.modes[row]?.each
  if (other !== undefined) tellDifference(`${row} against ${values.against}`, each, other)
}

/** Whether joining words and meaning costs anything against words alone. */
function compareWithKeyword(modes, kind) {
  const [words, both] = ['keyword', 'auto'].map(
    (mode) => modes[kind === 'written' ? mode : `${mode}, ${kind}`],
  )
  if (words !== undefined && both !== undefined)
    tellDifference(`auto against keyword, ${kind}`, both.each, words.each)
}

function tellDifference(what, each, other) {
  const said = Object.entries(each).map(([measure, values]) => {
    const { mean, p } = pairedDifference(values, other[measure])
    return `${measure} ${mean >= 0 ? '+' : '−'}${Math.abs(mean).toFixed(3)} (p ${p.toFixed(3)})`
  })
  process.stderr.write(`  ${what}: ${said.join(', ')}\n`)
}

async function ripgrep(vault, text) {
  const started = performance.now()
  const found = searchByRipgrep(vault.notes, text).map((path) => vault.idOf(path))
  return { found, ms: performance.now() - started }
}

function toLine(row, questions, { ndcg10, recall100, hit5, first, p50, p95 }) {
  const share = ({ mean, low, high }) => `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
  const shares = [ndcg10, recall100, hit5, first].map(share)
  const cells = [row, questions, ...shares, p50.toFixed(1), p95.toFixed(1)]
  return `| ${cells.join(' | ')} |`
}
