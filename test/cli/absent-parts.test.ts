import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { writeUseLiteFolder } from '../embed/use-lite-folder.ts'
import { withModelServer } from '../embed/with-model-server.ts'
import type { plain } from '../support/plain.ts'
import { addTwoVaults, type Flint, type RunOptions, twoFolders, withFlint } from './with-flint.ts'

const hook = new URL('../fixtures/hide-packages.mjs', import.meta.url).href

const callTools = fileURLToPath(new URL('../fixtures/call-tools.mjs', import.meta.url))

const without = (...packages: readonly string[]): RunOptions => ({
  isProcess: true,
  env: { NODE_OPTIONS: `--import=${hook}`, HIDDEN_PACKAGES: packages.join() },
})

const damaged = (...files: readonly string[]): RunOptions => ({
  isProcess: true,
  env: { NODE_OPTIONS: `--import=${hook}`, DAMAGED_FILES: files.join() },
})

/** Everything but search by meaning: it works, and the answers say why the meaning is missing and what to do. */
async function expectWordsOnly(flint: Flint, { env = {} }: RunOptions, reason: RegExp): Promise<void> {
  const calls = [
    ['create_note', { path: 'new.md', title: 'New', content: 'A lighthouse.\n' }],
    ['search_notes', { query: 'lighthouse' }],
    ['search_notes', { query: 'lighthouse', mode: 'semantic' }],
    ['find_related_notes', { identifier: 'new.md' }],
    ['search_notes_sql', { query: 'SELECT id FROM notes' }],
    ['get_vault_info', { detailed: true }],
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [callTools, JSON.stringify(calls)], {
    env: { ...flint.env, ...env },
  })
  const [made, found, meant, related, rows, info]: ReturnType<typeof plain>[] = JSON.parse(stdout)
  expect(made).toMatchObject({ content_hash: expect.any(String), change_id: expect.any(String) })
  expect(found).toMatchObject({ results: [{ id: 'new.md' }], halves: { keyword: true, semantic: false } })
  expect(found.halves.reason).toMatch(reason)
  expect(meant).toMatchObject({ results: [], halves: { keyword: false, semantic: false } })
  expect(meant.halves.reason).toMatch(reason)
  expect(related).toMatchObject({ halves: { semantic: false } })
  expect(rows.results).toContainEqual({ id: 'new.md' })
  expect(info.index.state).toBe('ready')
}

interface Finding {
  readonly check: string
  readonly state: string
  readonly message: string
  readonly fix?: string
}

async function findingsOf(
  { json }: Flint,
  options: RunOptions = {},
): Promise<Readonly<Record<string, Finding>>> {
  const { findings, ok } = await json(['doctor'], options)
  expect(ok).toBe(true)
  return Object.fromEntries(findings.map((finding: Finding) => [finding.check, finding]))
}

test('without sqlite-vec', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const options = without('sqlite-vec')
    await expectWordsOnly(flint, options, /sqlite-vec.*Install flint-note again/)
    const found = await findingsOf(flint, options)
    expect(found['sqlite-vec']).toMatchObject({
      state: 'warning',
      message: 'The package sqlite-vec, which compares vectors, is not installed.',
      fix: expect.stringContaining('npm install --include=optional'),
    })
    expect(found['onnxruntime']).toMatchObject({ state: 'ok' })
    expect(found['embedding model']).toMatchObject({ state: 'ok' })
  }))

test('without the file that finds near vectors', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const options = without('nearness.wasm')
    await expectWordsOnly(flint, options, /nearness\.wasm.* is not installed\. Install flint-note again/)
    const found = await findingsOf(flint, options)
    expect(found['nearness']).toMatchObject({
      state: 'warning',
      message: 'The file nearness.wasm, which finds near vectors, is not installed.',
      fix: 'Install flint-note again, or run npm run build in a clone of it.',
    })
    expect(found['sqlite-vec']).toMatchObject({ state: 'ok' })
  }))

test.each([
  ['without', without('own-model.wasm'), 'is not installed'],
  ['with a damaged one of', damaged('own-model.wasm'), 'cannot be loaded: '],
] as const)("%s the file that makes a vault's own model", (_, options, why) =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await expectWordsOnly(
      flint,
      options,
      new RegExp(`own-model\\.wasm.* ${why}.*\\. Install flint-note again`),
    )
    const found = await findingsOf(flint, options)
    expect(found['own-model']).toMatchObject({
      state: 'warning',
      message: expect.stringContaining(
        `The file own-model.wasm, which makes and reads a vault's own model, ${why}`,
      ),
      fix: 'Install flint-note again, or run npm run build in a clone of it.',
    })
    expect(found['nearness']).toMatchObject({ state: 'ok' })
  }),
)

test('without onnxruntime-node meaning is searched with the embedded model', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const options = without('onnxruntime-node')
    const meant = await flint.run(['search', '--mode', 'semantic', 'light'], options)
    expect(meant.stderr).not.toContain('onnxruntime')
    const found = await findingsOf(flint, options)
    expect(found['onnxruntime']).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^not installed: only downloaded models need it\. .*npm install -g/),
    })
    expect(found['embedding model']).toMatchObject({ state: 'ok' })
    expect(found['sqlite-vec']).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^sqlite-vec v/),
    })
  }))

test('without onnxruntime-node a model of one’s own is stood in for, and everything says so', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await writeUseLiteFolder(join(flint.folder, 'model'))
    const options = without('onnxruntime-node')
    const reason = /onnxruntime-node, which runs downloaded models, is not installed\..*npm install -g/
    expect((await flint.run(['models', 'use', join(flint.folder, 'model')], options)).stdout).toMatch(reason)
    expect((await flint.run(['models', 'list'], options)).stdout).toMatch(reason)
    expect((await findingsOf(flint, options))['embedding model']).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(reason),
    })
    const asked = '{"vault_id":"ideas","detailed":true}'
    const { stdout } = await flint.run(['call', 'get_vault_info', '--json', asked], options)
    expect(JSON.parse(stdout).index).toMatchObject({
      model: 'use-lite-en-v1',
      vectors_problem: expect.stringMatching(reason),
    })
  }))

test('with no optional package at all', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await expectWordsOnly(
      flint,
      without('sqlite-vec', 'onnxruntime-node', '@anush008/tokenizers', 'mupdf'),
      /npm install --include=optional/,
    )
  }))

test('with a model whose file is damaged', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const folder = join(flint.folder, 'model')
    await writeUseLiteFolder(folder)
    expect((await flint.run(['models', 'use', folder])).code).toBe(0)
    const bytes = await readFile(join(folder, 'model.onnx'))
    await writeFile(join(folder, 'model.onnx'), bytes.subarray(0, bytes.length / 2))
    await expectWordsOnly(flint, {}, /model/)
    const { 'embedding model': model } = await findingsOf(flint)
    expect(model).toMatchObject({ state: 'warning', fix: expect.any(String) })
    expect(model?.message).toContain('does not work')
  }))

test('with a model that is no longer there the embedded one stands in', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await writeFile(
      join(flint.folder, '.config/config.yml'),
      (await readFile(join(flint.folder, '.config/config.yml'), 'utf8')) +
        'search:\n  model: bge-small-en-v1.5\n',
    )
    const { 'embedding model': model } = await findingsOf(flint)
    expect(model).toMatchObject({ state: 'warning' })
    expect(model?.message).toContain('use-lite-en-v1 stands in')
  }))

test('with the network gone a model cannot be pulled, and everything else goes on', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    let gone = ''
    await withModelServer(async ({ url }) => {
      gone = url
    })
    const env = { FLINT_MODELS_DIR: join(flint.folder, 'models'), HF_ENDPOINT: gone }
    const { code, stdout } = await flint.run(['models', 'pull', 'nomic-embed-text-v1.5', '--json'], { env })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({
      message: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
      hint: expect.any(String),
    })
    const { 'embedding model': model } = await findingsOf(flint, { env })
    expect(model).toMatchObject({
      state: 'ok',
      message: 'use-lite-en-v1 loads and gives 512 dimensions',
    })
    const found = await flint.run(['call', 'search_notes', '--json', '{"query":"lamp"}'], { env })
    expect(JSON.parse(found.stdout).results[0].id).toBe('lamp.md')
  }))

test('paused: nothing is embedded, and status, doctor and the answers say so', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    expect(await flint.run(['models', 'pause'])).toMatchObject({
      code: 0,
      stdout: 'No new vectors are made until flint models resume.\n',
    })
    expect(await readFile(join(flint.folder, '.config/config.yml'), 'utf8')).toContain('paused: true')
    expect((await flint.run(['status', 'ideas'])).stdout).toMatch(
      /vectors +use-lite-en-v1, \d+ passages, \d+ still to be made; paused: flint models resume/,
    )
    expect((await flint.json(['status', 'ideas'])).index).toMatchObject({ vectors: 'paused' })
    expect((await findingsOf(flint))['embedding model']).toMatchObject({
      state: 'warning',
      fix: 'flint models resume',
    })
    expect(await flint.json(['models', 'resume'])).toEqual({ paused: false })
    expect((await flint.json(['status', 'ideas'])).index.vectors).not.toBe('paused')
  }))
