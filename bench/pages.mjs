// npm run bench:pages -- [FOLDER] [--worst 10] [--least 0.9]
// How much of a page's text comes through ingestion, and how little else: words of what is read from each page against
// those of the Markdown that is expected of it. The folder has fixtures/NAME.html and expected/NAME.md; the pages are
// served by a local server under their own names and fetched, checked and read as `ingest` does.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fetchDocument, usualLimits } from '../dist/src/ingest/fetch-document.js'
import { readDocument } from '../dist/src/ingest/read-document.js'
import { createRobotsRules } from '../dist/src/ingest/robots-rules.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'string', default: '8' }, least: { type: 'string' } },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const shared = resolve(root, process.env.FLINT_SHARED ?? '../shared')
const folder = positionals[0] ?? resolve(shared, 'data/ingest/defuddle')
if (!existsSync(folder)) {
  console.log(`Skipped: there is no ${positionals[0] ?? '../shared/data/ingest/defuddle'}.`)
  process.exit()
}

const names = readdirSync(`${folder}/fixtures`)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5))
const pages = new Map()
const server = createServer((request, response) => {
  const page = pages.get(`${request.headers.host}${request.url}`)
  if (page === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const { port } = server.address()

const rows = []
const start = performance.now()
for (const name of names) rows.push(await measure(name))
const seconds = (performance.now() - start) / 1_000
server.close()

const found = rows.filter(({ problem }) => problem === null)
const mean = (key) => found.reduce((sum, row) => sum + row[key], 0) / found.length
const total = (key) => found.reduce((sum, row) => sum + row[key], 0)
console.log(
  '| pages | read | word precision | word recall | precision, all words | recall, all words | titles | seconds |',
)
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
console.log(
  `| ${names.length} | ${found.length} | ${mean('precision').toFixed(3)} | ${mean('recall').toFixed(3)} | ` +
    `${(total('shared') / total('read')).toFixed(3)} | ${(total('shared') / total('expected')).toFixed(3)} | ` +
    `${found.filter(({ isTitled }) => isTitled).length} | ${seconds.toFixed(0)} |`,
)
const worst = rows
  .sort((a, b) => a.precision + a.recall - b.precision - b.recall)
  .slice(0, Number(values.worst))
console.log('\nThe worst of them:\n')
for (const { name, precision, recall, problem } of worst)
  console.log(`- ${name}: ${problem ?? `precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`}`)
if (values.least !== undefined && Math.min(mean('precision'), mean('recall')) < Number(values.least))
  process.exitCode = 1

async function measure(name) {
  const html = readFileSync(`${folder}/fixtures/${name}.html`, 'utf8')
  const { metadata, body } = readExpected(readFileSync(`${folder}/expected/${name}.md`, 'utf8'))
  const own = /^\s*<!--\s*(\{.*?\})\s*-->/.exec(html)?.[1]
  const url = new URL(own === undefined ? `https://example.com/${name}` : JSON.parse(own).url)
  url.protocol = 'http:'
  url.port = String(port)
  pages.set(`${url.host}${url.pathname}${url.search}`, html)
  try {
    const draft = await ingestPage(url)
    const expected = wordsOf(body)
    const text = wordsOf(draft.markdown)
    const shared = countShared(expected, text)
    const [read, wanted] = [sizeOf(text), sizeOf(expected)]
    return {
      name,
      problem: null,
      shared,
      read,
      expected: wanted,
      precision: read === 0 ? Number(wanted === 0) : shared / read,
      recall: wanted === 0 ? 1 : shared / wanted,
      isTitled: (draft.title ?? '') === (metadata.title ?? ''),
    }
  } catch (error) {
    const isEmpty = sizeOf(wordsOf(body)) === 0
    return {
      name,
      problem: `${isEmpty ? 'nothing is expected; ' : ''}${error.message}`,
      precision: 0,
      recall: 0,
    }
  }
}

async function ingestPage(url) {
  const { signal } = new AbortController()
  const rules = {
    allowPrivate: [url.origin],
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  }
  const fetched = await fetchDocument(url, {
    rules,
    limits: usualLimits,
    signal,
    robots: createRobotsRules(rules),
  })
  // By its real name again: some sites are read by rules of their own.
  const name = fetched.url.replace(`:${port}`, '').replace('http:', 'https:')
  const { draft } = await readDocument({ ...fetched, name, url: name }, { signal })
  return draft
}

function readExpected(text) {
  const [, json, body] = /^\s*```json\n([\s\S]*?)\n```\n?([\s\S]*)$/.exec(text) ?? []
  return json === undefined ? { metadata: {}, body: text } : { metadata: JSON.parse(json), body }
}

function wordsOf(text) {
  const counts = new Map()
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function countShared(a, b) {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  return shared
}

function sizeOf(words) {
  return [...words.values()].reduce((sum, count) => sum + count, 0)
}
