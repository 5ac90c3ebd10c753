import { execFile } from 'node:child_process'
import { cp, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { EmbedderFailure } from '../../src/model/embedder-failure.ts'
import { embeddedModelFolder, modelFileName } from '../../src/embed/embedded-model.ts'
import { openEmbedder, type OpenEmbedderOptions } from '../../src/embed/open-embedder.ts'
import { withFolder } from '../support/with-folder.ts'
import { writeUseLiteFolder } from './use-lite-folder.ts'
import { telling, toAgent } from '../support/to-agent.ts'

const nowhere = { modelFolder: '/nowhere' }

async function ready(options: OpenEmbedderOptions) {
  const opened = await openEmbedder(options)
  if (opened.kind === 'unavailable') throw new Error(opened.reason)
  return opened
}

test('none is a state of its own', async () => {
  const opened = await openEmbedder({ ...nowhere, model: 'none' })
  expect(opened.kind === 'unavailable' && { ...opened, hint: toAgent(opened.hint) }).toEqual({
    kind: 'unavailable',
    reason: 'Search by meaning is turned off: search.model is none.',
    hint: 'To turn it on ask the person to run `flint models use use-lite-en-v1`, with --vault for a vault whose own config says none.',
  })
})

test.each([
  [
    'bge-small-en-v1.5',
    'The model bge-small-en-v1.5 is not on this machine.',
    'flint models pull bge-small-en-v1.5',
  ],
  ['unheard-of', 'There is no model unheard-of.', 'flint models list'],
  ['/no/such/folder', 'There is no usable model in /no/such/folder', 'search.model'],
])('for %s, which is not here, the embedded model stands in and it is said', async (model, reason, hint) => {
  const { embedder, notice } = await ready({ ...nowhere, model })
  expect(embedder.model.id).toBe('use-lite-en-v1')
  const told = toAgent(notice ?? '')
  expect(told).toContain(reason)
  expect(told).toContain('use-lite-en-v1 stands in')
  expect(told).toContain(hint)
  await embedder.close()
})

test('missing and cut-off files of the embedded model are found when it is opened', () =>
  withFolder({}, async (folder) => {
    const options = { ...nowhere, model: null, embeddedFolder: join(folder, 'model') }
    const missing = await openEmbedder(options)
    expect(missing).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('missing or damaged'),
    })
    await cp(embeddedModelFolder, options.embeddedFolder, { recursive: true })
    await truncate(join(options.embeddedFolder, modelFileName), 1_000_000)
    expect(await openEmbedder(options)).toMatchObject({
      kind: 'unavailable',
      hint: 'Install flint-note again, or run npm run build in a clone of it.',
    })
  }))

test('changed bytes in the embedded model are found when it is loaded, once for all calls', () =>
  withFolder({}, async (folder) => {
    const embeddedFolder = join(folder, 'model')
    await cp(embeddedModelFolder, embeddedFolder, { recursive: true })
    const bytes = await readFile(join(embeddedFolder, modelFileName))
    bytes.fill(0x5a, 3_000_000, 3_000_100)
    await writeFile(join(embeddedFolder, modelFileName), bytes)
    const { embedder } = await ready({ ...nowhere, model: null, embeddedFolder })
    const failures = await Promise.all(
      ['a', 'b', 'c'].map((text) => embedder.embed([text], 'query').catch((error: unknown) => error)),
    )
    for (const failure of failures) {
      expect(failure).toBeInstanceOf(EmbedderFailure)
      expect(failure).toMatchObject({ reason: expect.stringContaining('damaged or incomplete') })
    }
    await expect(embedder.embed(['d'], 'passage')).rejects.toBe(failures.at(-1))
    expect(embedder.countTokens('still counts')).toBeGreaterThan(1)
    await embedder.close()
  }))

test('a folder whose ONNX file is rubbish fails in words', () =>
  withFolder({}, async (folder) => {
    await writeUseLiteFolder(folder)
    await writeFile(join(folder, 'model.onnx'), 'this is no model')
    const { embedder } = await ready({ ...nowhere, model: folder })
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      name: 'EmbedderFailure',
      reason: expect.stringContaining('damaged or incomplete'),
      hint: expect.toSatisfy(telling('flint models list')),
    })
    await embedder.close()
  }))

test('a folder that promises other vectors than it gives fails in words', () =>
  withFolder({}, async (folder) => {
    await writeUseLiteFolder(folder)
    await writeFile(join(folder, 'flint-model.json'), '{"dimensions": 384}')
    const { embedder } = await ready({ ...nowhere, model: folder })
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      reason: expect.stringContaining('does not give the vectors'),
    })
    await embedder.close()
  }))

test('a folder says its own pooling, prompts and weight, and other weights are another model', () =>
  withFolder({}, async (folder) => {
    await writeUseLiteFolder(folder)
    const before = await ready({ ...nowhere, model: folder })
    await writeFile(
      join(folder, 'flint-model.json'),
      JSON.stringify({
        name: 'Mine',
        pooling: 'mean',
        query_prompt: 'q: ',
        fusion: { rule: 'blend', keyword_weight: 0.6 },
      }),
    )
    const after = await ready({ ...nowhere, model: folder })
    expect(after.embedder.model).toMatchObject({
      id: expect.stringMatching(/^mine-[0-9a-f]{8}$/),
      pooling: 'mean',
      queryPrompt: 'q: ',
      maxTokens: 128,
      keywordWeight: 0.6,
    })
    expect(after.embedder.model.id).not.toBe(before.embedder.model.id)
    await writeFile(join(folder, 'flint-model.json'), '{"pooling": "maximum"}')
    const wrong = await ready({ ...nowhere, model: folder })
    expect(toAgent(wrong.notice ?? '')).toContain('flint-model.json cannot be read')
    for (const { embedder } of [before, after, wrong]) await embedder.close()
  }))

test('an idle model is let go of and comes back', async () => {
  const { embedder } = await ready({ ...nowhere, model: null, idleAfterMs: 1 })
  const [first] = await embedder.embed(['the same text'], 'query')
  for (let round = 0; round < 3; round++) {
    const [again] = await embedder.embed(['the same text'], 'query')
    expect(again).toEqual(first)
  }
  await embedder.close()
})

test('a question that comes again keeps its vector, among the last ones', async () => {
  const { embedder } = await ready({ ...nowhere, model: null })
  const ask = async (text: string) => (await embedder.embed([text], 'query'))[0]
  const first = await ask('What grows in the garden?')
  expect(await ask('What grows in the garden?')).toBe(first)
  for (let number = 0; number < 64; number++) await ask(`And ${number}?`)
  const again = await ask('What grows in the garden?')
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
  await embedder.close()
})

test('a call after closing fails, and so does one that closing cuts off', async () => {
  const { embedder } = await ready({ ...nowhere, model: null })
  const cutOff = embedder
    .embed(
      Array.from({ length: 200 }, () => 'word '.repeat(120)),
      'passage',
    )
    .catch((error: unknown) => error)
  await embedder.close()
  expect(await cutOff).toBeInstanceOf(EmbedderFailure)
  await expect(embedder.embed(['a'], 'query')).rejects.toThrow(EmbedderFailure)
})

test('a question is answered before the passages that wait', async () => {
  const { embedder } = await ready({ ...nowhere, model: null })
  const order: string[] = []
  const many = Array.from({ length: 100 }, () => 'word '.repeat(120))
  const passages = embedder.embed(many, 'passage').then(() => order.push('passages'))
  const question = embedder.embed(['a question'], 'query').then(() => order.push('question'))
  await Promise.all([passages, question])
  expect(order).toEqual(['question', 'passages'])
  await embedder.close()
})

async function embedWithout(how: string, model: string) {
  const script = fileURLToPath(new URL('../fixtures/embed-without-runtime.mjs', import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, how, model])
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test.each(['absent', 'broken'])('the embedded model needs no ONNX Runtime: %s', async (how) => {
  expect(await embedWithout(how, 'use-lite-en-v1')).toEqual({
    model: 'use-lite-en-v1',
    notice: null,
    vectors: 1,
  })
})

test('where ONNX Runtime is absent, the embedded model stands in for one that takes it, and it is said', () =>
  withFolder({}, async (folder) => {
    await writeUseLiteFolder(folder)
    const { model, notice, vectors } = await embedWithout('absent', folder)
    expect({ model, vectors }).toEqual({ model: 'use-lite-en-v1', vectors: 1 })
    expect(toAgent(notice)).toMatch(
      /^The package onnxruntime-node, which runs downloaded models, is not installed\. .*stands in\. .*npm install -g/,
    )
  }))

test('where ONNX Runtime is broken, there is a reason and a hint, and no crash', () =>
  withFolder({}, async (folder) => {
    await writeUseLiteFolder(folder)
    expect(await embedWithout('broken', folder)).toEqual({
      kind: 'EmbedderFailure',
      reason: expect.stringMatching(
        /^The package onnxruntime-node, which runs downloaded models, cannot be loaded: .+\.$/,
      ),
      hint: expect.stringContaining('npm install -g'),
    })
  }))

test('a process that embeds and forgets to close still ends', () =>
  withFolder({}, async (folder) => {
    const library = new URL('../../dist/src/embed/open-embedder.js', import.meta.url).href
    const script = join(folder, 'forgetful.mjs')
    await writeFile(
      script,
      `import { openEmbedder } from ${JSON.stringify(library)}
      const { embedder } = await openEmbedder({ modelFolder: '/nowhere', model: null })
      console.log((await embedder.embed(['a'], 'query')).length)`,
    )
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script])
    expect([stdout, stderr]).toEqual(['1\n', ''])
  }))

test('the model comes with its licence and a notice', async () => {
  expect(await readFile(join(embeddedModelFolder, 'NOTICE'), 'utf8')).toContain('Apache License 2.0')
  expect(await readFile(join(embeddedModelFolder, 'LICENSE'), 'utf8')).toContain('Apache License')
})
