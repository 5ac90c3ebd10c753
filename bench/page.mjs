// npm run bench:page -- [--notes 10000] [--rounds 40] [--vectors]
// What a person waits for on the page, in a Chromium, over a made-up vault on this machine: a key of a search to painted
// results, a click to a painted note, an address to the first paint, frames while a whole vault's graph is dragged, an
// approval to the agent's answer, and what the scripts weigh. With --vectors it waits until every passage has its vector, which takes minutes.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spawn, spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser/find-browser.mjs'
import { generateVault } from './generate-vault.mjs'
import { median, quantile } from './statistics.mjs'

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '40' },
    main: { type: 'string' },
    vectors: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const main = values.main ?? fileURLToPath(new URL('../dist/app/main.js', import.meta.url))
const executablePath = await findBrowser()
if (executablePath === null) {
  console.log('Skipped: there is no Chromium here (FLINT_CHROMIUM names one).')
  process.exit()
}

const folder = mkdtempSync(join(tmpdir(), 'flint-page-'))
const vault = join(folder, 'vault')
generateVault(vault, Number(values.notes))
const { rare, common, two, sample } = JSON.parse(readFileSync(`${vault}.queries.json`, 'utf8'))
const env = {
  ...process.env,
  HOME: folder,
  FLINT_CONFIG_DIR: join(folder, 'config'),
  FLINT_DATA_DIR: join(folder, 'data'),
}
spawnSync(process.execPath, [main, 'create', 'big', 'Big', vault], { env, cwd: folder })
const child = spawn(process.execPath, [main, 'ui', '--no-open'], { env, cwd: folder })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await measure()
} finally {
  await browser.close()
  child.kill()
  await new Promise((ended) => child.once('close', ended))
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const address = await new Promise((found) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [url] = /http:\S+#t=\S+/.exec(line) ?? []
      if (url !== undefined) found(url)
    })
  })
  const { origin } = new URL(address)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  await whenIndexed(page)
  if (values.vectors) await whenEmbedded(page)
  console.log('| what | p50 | p95 | wanted |\n| --- | --- | --- | --- |')
  row('first paint, ms', await firstPaints(page, origin), '200')
  row('key to painted results, ms', await keys(page, origin), '50, 120')
  row('a note to painted, ms', await notes(page, origin), '60')
  row('frames while the graph is dragged, ms', await frames(page, origin), '50')
  row('an approval to the answer that the agent gets, ms', await approvals(page, origin), '300')
  printSizes()
}

function row(what, times, wanted) {
  console.log(`| ${what} | ${median(times).toFixed(0)} | ${quantile(times, 0.95).toFixed(0)} | ${wanted} |`)
}

async function whenIndexed(page) {
  while ((await indexOf(page)).state !== 'ready') await pause()
}

async function whenEmbedded(page) {
  while (((await indexOf(page)).pending_vectors ?? 0) > 0) await pause()
}

async function indexOf(page) {
  return await page.evaluate(async () => {
    const body = JSON.stringify({ tool: 'get_vault_info', args: { vault_id: 'big', detailed: true } })
    const headers = { 'content-type': 'application/json' }
    const place = localStorage.getItem('flint session')
    const reply = await fetch(`/ui/s/${place}/call`, { method: 'POST', headers, body })
    return (await reply.json()).result.index
  })
}

async function pause() {
  await new Promise((resume) => setTimeout(resume, 1_000))
}

async function firstPaints(page, origin) {
  const times = []
  for (let round = 0; round < rounds / 2; round += 1) {
    await page.goto(`${origin}/ui`)
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    times.push(
      await page.evaluate(
        async () =>
          await new Promise((found) => {
            const look = () => {
              const [paint] = performance.getEntriesByName('first-contentful-paint')
              if (paint === undefined) requestAnimationFrame(look)
              else found(paint.startTime)
            }
            look()
          }),
      ),
    )
  }
  return times
}

/** From a key to the frame that has the results of what is then in the field. */
async function keys(page, origin) {
  await page.goto(`${origin}/ui/search?vault=big`)
  await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  const words = [...common, ...two, ...rare].slice(0, rounds)
  const times = []
  for (const word of words) times.push(await page.evaluate(typeAndWait, word))
  return times
}

async function typeAndWait(word) {
  const field = document.querySelector('[data-search]')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  const painted = () => document.querySelector('.results')?.closest('.loaded')
  // All but the last letter, then the key that is measured.
  const type = async (text) => {
    set.call(field, text)
    const start = performance.now()
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    for (;;) {
      await new Promise((frame) => requestAnimationFrame(frame))
      const isThere = new URL(location.href).searchParams.get('q') === text
      if (isThere && painted()?.getAttribute('aria-busy') === 'false') break
    }
    await new Promise((resume) => setTimeout(resume))
    return performance.now() - start
  }
  await type(word.slice(0, -1))
  return await type(word)
}

async function notes(page, origin) {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const path = sample[round % sample.length]
    // A link as a note has it; what was seen before is looked at anew.
    if (round % sample.length === 0) {
      await page.goto(`${origin}/ui/settings`)
      // Until the page's script is there, the browser would follow the link itself.
      await page.getByText('Make a token').first().waitFor()
    }
    times.push(
      await page.evaluate(async (note) => {
        const title = note.replace(/^.*\//, '').replace('.md', '')
        const link = document.createElement('a')
        link.href = `/ui/note/big/${note.split('/').map(encodeURIComponent).join('/')}`
        document.body.append(link)
        const start = performance.now()
        link.click()
        while (
          document.querySelector('article.note h1')?.textContent !== title ||
          document.querySelector('article.note .rendered') === null
        )
          await new Promise((frame) => requestAnimationFrame(frame))
        await new Promise((resume) => setTimeout(resume))
        const took = performance.now() - start
        link.remove()
        return took
      }, path),
    )
  }
  return times
}

async function frames(page, origin) {
  await page.goto(`${origin}/ui/graph/big`)
  await page.locator('.graph-canvas canvas').first().waitFor({ timeout: 120_000 })
  const box = await page.locator('.graph-canvas').boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y)
  const counting = page.evaluate(
    async () =>
      await new Promise((found) => {
        const times = []
        let last = performance.now()
        const look = (now) => {
          times.push(now - last)
          last = now
          if (times.length < 90) requestAnimationFrame(look)
          else found(times.slice(5))
        }
        requestAnimationFrame(look)
      }),
  )
  let isOver = false
  void counting.then(() => (isOver = true))
  for (let step = 0; !isOver; step += 1)
    await page.mouse.move(x + 200 * Math.sin(step / 9), y + 150 * Math.cos(step / 7))
  await page.mouse.up()
  return await counting
}

/** From a person's click to the answer of an agent's call that asked, over stdio in a process of its own. */
async function approvals(page, origin) {
  const agent = new Client({ name: 'bench', version: '1' }, { capabilities: { elicitation: {} } })
  // Nobody answers there.
  agent.setRequestHandler(
    ElicitRequestSchema,
    async (_, { signal }) =>
      await new Promise((_answer, putAway) =>
        signal.addEventListener('abort', () => putAway(new Error('away'))),
      ),
  )
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'serve', '--log-level', 'silent'],
      env,
    }),
  )
  const times = []
  await page.goto(`${origin}/ui`)
  for (const identifier of sample.slice(0, 10)) {
    const call = { name: 'delete_note', arguments: { vault_id: 'big', identifier, mode: 'archive' } }
    const answered = agent.callTool(call).then(({ isError }) => ({ isError, at: Date.now() }))
    const button = page.getByRole('button', { name: 'Approve once' })
    await button.waitFor()
    const clickedAt = await button.evaluate((it) => {
      it.click()
      return Date.now()
    })
    const { isError, at } = await answered
    if (isError) throw new Error('An approved call failed.')
    times.push(at - clickedAt)
    await button.waitFor({ state: 'detached' })
  }
  await agent.close()
  return times
}

function printSizes() {
  const built = fileURLToPath(new URL('../dist/app/page/', import.meta.url))
  const packed = (start) =>
    readdirSync(built)
      .filter((name) => name.startsWith(start) && name.endsWith('.js'))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(built, name))).length / 1_000, 0)
  const [page, graph] = [packed('page'), packed('draw-graph')]
  console.log(`| JavaScript, kB gzip | ${page.toFixed(1)} | | 60 |`)
  console.log(`| with the graph, kB gzip | ${(page + graph).toFixed(1)} | | 110 |`)
}
