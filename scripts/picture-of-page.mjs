// node scripts/picture-of-page.mjs: takes docs/pictures/page.png, the page on the demonstration's vaults after an agent has
// worked in them and while it waits to be allowed something. Needs the build and a Chromium (scripts/browser).
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { chromium } from 'playwright-core'
import { makeSampleVaults, sampleVaults } from '../dist/scripts/demo/sample-vaults.js'
import { findBrowser } from './browser/find-browser.mjs'
import { temporaryFolder } from './pinned-tools.mjs'

const main = fileURLToPath(new URL('../dist/app/main.js', import.meta.url))
const target = fileURLToPath(new URL('../docs/pictures/page.png', import.meta.url))
const executablePath = await findBrowser()
if (executablePath === null) throw new Error('There is no Chromium here: set FLINT_CHROMIUM.')

const folder = temporaryFolder('picture')
const env = {
  PATH: process.env.PATH ?? '',
  HOME: folder,
  FLINT_CONFIG_DIR: join(folder, 'config'),
  FLINT_DATA_DIR: join(folder, 'data'),
}
await makeSampleVaults(folder)
for (const [id, { name }] of Object.entries(sampleVaults))
  spawnSync(process.execPath, [main, 'create', id, name, join(folder, id)], { cwd: folder, env })

const agent = new Client({ name: 'claude-code', version: '1' }, { capabilities: { elicitation: {} } })
// Nobody answers in the agent's own program: the question waits on the page.
agent.setRequestHandler('elicitation/create', async () => await new Promise(() => undefined))
const args = [main, 'serve', '--log-level', 'silent']
await agent.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, env }))
const child = spawn(process.execPath, [main, 'ui', '--no-open'], { cwd: folder, env })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await work()
  await photograph()
} finally {
  await browser.close()
  await agent.close()
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill()
  await ended
}

async function call(vault, name, given) {
  const { structuredContent, isError } = await agent.callTool({
    name,
    arguments: { vault_id: vault, ...given },
  })
  if (isError) throw new Error(JSON.stringify(structuredContent))
  return structuredContent
}

async function work() {
  const edit = async (vault, identifier, edits) => {
    const { content_hash } = await call(vault, 'get_note', { identifier })
    await call(vault, 'update_note', { identifier, content_hash, edits })
  }
  await call('garden', 'capture_to_inbox', { text: 'Ask the neighbour for straw.' })
  await call('garden', 'append_to_note', {
    identifier: 'seeds.md',
    content: 'Leeks are to be ordered in January.',
  })
  await call('office', 'append_to_note', {
    identifier: 'projects/website.md',
    content: '- [ ] answer the printer',
  })
  await edit('garden', 'crop rotation.md', [{ old: 'tomatoes, rest', new: 'tomatoes, leeks, rest' }])
  await edit('office', 'projects/website.md', [
    { old: 'Nine thousand, of which a third is spent.', new: 'Nine thousand, of which half is spent.' },
  ])
  void call('office', 'delete_note', { identifier: 'meetings/kick-off.md', mode: 'permanent' }).catch(
    () => null,
  )
}

async function photograph() {
  const address = await new Promise((found) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [url] = /http:\S+#t=\S+/.exec(line) ?? []
      if (url !== undefined) found(url)
    })
  })
  const page = await browser.newPage({ viewport: { width: 1180, height: 940 }, colorScheme: 'light' })
  await page.goto(address)
  await page.getByRole('button', { name: 'Approve once' }).waitFor()
  const newest = page.getByRole('button', { name: /changed projects\/website\.md/ }).first()
  await newest.click()
  await page.getByText('half is spent').first().waitFor()
  await page.locator('.loaded[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.activeElement?.blur())
  await page.screenshot({ path: target })
}
