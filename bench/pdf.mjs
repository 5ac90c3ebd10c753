// npm run bench:pdf -- [FOLDER or FILE …] [--json FILE]
// What flint reads in PDFs against what poppler reads in them: words found, their order, time, memory, and whether what
// has no text ends with the right reason. A low figure fails nothing: benchmarks are no tests.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { readPdf } from '../dist/src/pdf/read-pdf.js'
import { longestCommon, shareFound, toWords } from './pdf/compare-words.mjs'
import { quantile } from './statistics.mjs'

const run = promisify(execFile)
const shared = resolve(fileURLToPath(new URL('..', import.meta.url)), process.env.FLINT_SHARED ?? '../shared')
const usual = ['pypdf-sample-files', 'pdfjs'].map((folder) => join(shared, 'data/ingest', folder))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
})

if (!(await isThere('pdftotext'))) {
  console.log('Skipped: pdftotext is not installed (it comes with poppler-utils).')
  process.exit(0)
}
const files = (positionals.length > 0 ? positionals : usual)
  .filter((path) => existsSync(path))
  .flatMap(listPdfs)
if (files.length === 0) {
  console.log('Skipped: there are no PDFs. Name a folder, or set FLINT_SHARED.')
  process.exit(0)
}

const results = []
for (const file of files) results.push(await measure(file))
report(results)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)

async function isThere(program) {
  try {
    await run(program, ['-v'])
    return true
  } catch (error) {
    return error.code !== 'ENOENT'
  }
}

function listPdfs(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => /\.pdf$/i.test(name))
    .toSorted()
    .map((name) => join(path, name))
}

async function measure(file) {
  const expected = await askPoppler(file)
  const started = performance.now()
  const memory = watchChildren()
  let draft = null
  let got = 'text'
  try {
    draft = await readPdf(readFileSync(file))
  } catch (error) {
    got = error.facts?.reason ?? error.message
  }
  const result = {
    file: basename(file),
    expected: expected.verdict,
    got,
    isRight: isRight(expected, got),
    ms: performance.now() - started,
    peakMb: memory.stop(),
  }
  const theirs = toWords(expected.text)
  if (theirs.length === 0 || draft === null) return result
  const ours = toWords(draft.markdown.replace(/\]\([^)\s]*\)/g, ']'))
  const orders = [expected.text, expected.raw].map((text) => longestCommon(toWords(text), ours))
  return {
    ...result,
    words: theirs.length,
    recall: shareFound(theirs, ours),
    order: Math.max(...orders),
    missed: missed(theirs, ours).slice(0, 12).join(' '),
  }
}

/** What poppler makes of it: its text in reading order and as painted, or why there is none. */
async function askPoppler(file) {
  try {
    const { stdout: text } = await run('pdftotext', [file, '-'], { maxBuffer: 1e9, timeout: 60_000 })
    const { stdout: raw } = await run('pdftotext', ['-raw', file, '-'], { maxBuffer: 1e9, timeout: 60_000 })
    if (text.trim() !== '') return { verdict: 'text', text, raw }
    const { stdout: images } = await run('pdfimages', ['-list', file])
    return { verdict: images.trim().split('\n').length > 2 ? 'scanned' : 'blank', text, raw }
  } catch (error) {
    const isLocked = /incorrect password/i.test(String(error.stderr))
    return { verdict: isLocked ? 'encrypted' : 'damaged', text: '', raw: '' }
  }
}

// Poppler lists no images that stand in the page's own stream, and repairs less than mupdf.
function isRight({ verdict, text }, got) {
  if (verdict === got) return true
  if (verdict === 'blank') return got === 'scanned'
  if (verdict === 'damaged') return got === 'blank'
  return verdict === 'text' && toWords(text).join('').length < 20 && got === 'scanned'
}

function missed(theirs, ours) {
  const left = new Map()
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1)
  return theirs.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}

/** The most memory that any process of ours had; null where the system does not say. */
function watchChildren() {
  let peak = 0
  const look = () => {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
      for (const child of children.filter((id) => id !== '')) {
        const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? []
        peak = Math.max(peak, Number(kilobytes) / 1024)
      }
    } catch {
      // The process has ended, or there is no /proc.
    }
  }
  const timer = setInterval(look, 10)
  return {
    stop: () => {
      clearInterval(timer)
      return peak === 0 ? null : peak
    },
  }
}

function report(results) {
  const compared = results.filter(({ recall }) => recall !== undefined)
  const of = (key) => results.map((result) => result[key]).filter((value) => typeof value === 'number')
  const share = (value) => value.toFixed(3)
  console.log(`\n${results.length} PDFs, ${compared.length} of them with words to compare\n`)
  console.log('| figure | median | mean | worst |')
  console.log('| --- | --- | --- | --- |')
  for (const key of ['recall', 'order']) {
    const all = of(key)
    if (all.length === 0) continue
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length
    console.log(`| ${key} | ${share(quantile(all, 0.5))} | ${share(mean)} | ${share(Math.min(...all))} |`)
  }
  for (const [key, unit] of [
    ['ms', 'ms'],
    ['peakMb', 'MB'],
  ]) {
    const all = of(key)
    if (all.length === 0) continue
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length
    const [middle, average, worst] = [quantile(all, 0.5), mean, Math.max(...all)].map((value) =>
      value.toFixed(0),
    )
    console.log(
      `| ${key === 'ms' ? 'time' : 'memory'} | ${middle} ${unit} | ${average} ${unit} | ${worst} ${unit} |`,
    )
  }
  console.log('\n| poppler says | read as |  |')
  console.log('| --- | --- | --- |')
  const verdicts = Map.groupBy?.(results, verdictOf) ?? groupBy(results, verdictOf)
  for (const [verdict, same] of [...verdicts].toSorted()) console.log(`${verdict} ${same.length} |`)
  for (const { file, expected, got } of results.filter((result) => !result.isRight))
    console.log(`\nWrong: ${file} is ${expected}, read as ${got}`)
  console.log('\nThe ten with the fewest words found:\n')
  console.log('| file | words | recall | order | missed |')
  console.log('| --- | --- | --- | --- | --- |')
  for (const one of compared.toSorted((a, b) => a.recall - b.recall || a.order - b.order).slice(0, 10))
    console.log(`| ${one.file} | ${one.words} | ${share(one.recall)} | ${share(one.order)} | ${one.missed} |`)
  console.log('\nThe five with the least order:\n')
  for (const one of compared.toSorted((a, b) => a.order - b.order).slice(0, 5))
    console.log(`| ${one.file} | ${one.words} | ${share(one.recall)} | ${share(one.order)} |`)
}

function verdictOf({ expected, got }) {
  return `| ${expected} | ${got} |`
}

function groupBy(values, keyOf) {
  const groups = new Map()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}
