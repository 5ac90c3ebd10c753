import { chmod, mkdir, readFile, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { create, Header } from 'tar'
import { expect, test } from 'vitest'
import { ModelShelf } from '../../src/embed/model-shelf.ts'
import { openEmbedder } from '../../src/embed/open-embedder.ts'
import { withFolder } from '../support/with-folder.ts'
import { writeUseLiteFolder } from './use-lite-folder.ts'
import { md5Of, withModelServer, type ModelServer } from './with-model-server.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { telling, toAgent } from '../support/to-agent.ts'

const id = 'bge-small-en-v1.5'

interface Given {
  readonly shelf: ModelShelf
  readonly folder: string
  readonly server: ModelServer
  readonly pull: (from?: string, which?: string) => Promise<boolean>
}

/** A shelf whose downloads come from this machine. */
function withShelf(run: (given: Given) => Promise<void>): Promise<void> {
  return withModelServer((server) =>
    withFolder({}, async (folder) => {
      const shelf = new ModelShelf({
        folder: join(folder, 'cache', 'models'),
        fetch: (url, init) => fetch(url, init),
        hub: server.url,
      })
      const pull: Given['pull'] = (from, which = id) =>
        shelf.pull({ id: which, from, signal: new AbortController().signal, onProgress: server.progress })
      await run({ shelf, folder, server, pull })
    }),
  )
}

let archive: Buffer | undefined

/** An archive as fastembed's are: one folder with the model's files. It is packed once for all tests. */
async function archiveOf(folder: string): Promise<Buffer> {
  await withFolder({ 'packed/._fast-model': 'macOS' }, async (place) => {
    if (archive !== undefined) return
    const [cwd, file] = [join(place, 'packed'), join(place, 'model.tar.gz')]
    await writeUseLiteFolder(join(cwd, 'fast-model'))
    await create({ gzip: true, file, cwd }, ['._fast-model', 'fast-model'])
    archive = await readFile(file)
  })
  const packed = archive ?? Buffer.alloc(0)
  await writeFile(join(folder, 'model.tar.gz'), packed)
  return packed
}

const stateOf = async (shelf: ModelShelf, which = id) =>
  (await shelf.list()).find(({ model }) => model.id === which)?.state

test.each([
  ['model_optimized.onnx', 1_000],
  ['tokenizer.json', null],
  ['manifest.json', 20],
] as const)('a model whose %s is not what it was is damaged until it is pulled again', (name, bytes) =>
  withShelf(async ({ shelf, folder, server, pull }) => {
    const archive = await archiveOf(folder)
    server.files.set('/model.tar.gz', { bytes: archive, md5: md5Of(archive) })
    await pull(`${server.url}/model.tar.gz`)
    const files = await readdir(join(shelf.folder, id))
    const file =
      files.find((one) => one === name || (name.endsWith('.onnx') && one.endsWith('.onnx'))) ?? name
    if (bytes === null) await rm(join(shelf.folder, id, file))
    else await truncate(join(shelf.folder, id, file), bytes)
    expect(await stateOf(shelf)).toBe('damaged')
    const failure: unknown = await shelf.find(id).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('damaged') })
    expect(failure instanceof VaultError && toAgent(failure.facts.hint)).toBe(
      `Ask the person to run \`flint models pull ${id}\`.`,
    )
    const opened = await openEmbedder({ modelFolder: shelf.folder, model: id })
    expect(opened).toMatchObject({
      notice: expect.toSatisfy(telling(`To mend it ask the person to run \`flint models pull ${id}\``)),
    })
    if (opened.kind === 'ready') await opened.embedder.close()
    expect(await pull(`${server.url}/model.tar.gz`)).toBe(true)
    expect(await stateOf(shelf)).toBe('downloaded')
  }),
)

test('a model is pulled, listed, loaded and removed', () =>
  withShelf(async ({ shelf, folder, server, pull }) => {
    const bytes = await archiveOf(folder)
    server.files.set('/model.tar.gz', { bytes, md5: md5Of(bytes), breaks: [1_000_000] })
    expect(await stateOf(shelf)).toBe('available')
    expect(await pull(`${server.url}/model.tar.gz`)).toBe(true)
    expect(await stateOf(shelf)).toBe('downloaded')
    expect(await readdir(shelf.folder)).toEqual([id])
    expect(await pull(`${server.url}/model.tar.gz`)).toBe(false)
    const opened = await openEmbedder({ modelFolder: shelf.folder, model: id })
    expect(opened).toMatchObject({ kind: 'ready', notice: null, embedder: { model: { id } } })
    if (opened.kind === 'ready') await opened.embedder.close()
    expect(await shelf.remove(id)).toBe(true)
    expect(await shelf.remove(id)).toBe(false)
    expect(await stateOf(shelf)).toBe('available')
  }))

test('an archive on disk will do', () =>
  withShelf(async ({ shelf, folder, pull }) => {
    await archiveOf(folder)
    expect(await pull(join(folder, 'model.tar.gz'))).toBe(true)
    expect(await stateOf(shelf)).toBe('downloaded')
    await expect(pull(join(folder, 'no.tar.gz'), 'bge-base-en-v1.5')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }))

test('a model is for its user alone, and one that was not is mended when models are listed', () =>
  withShelf(async ({ shelf, folder, pull }) => {
    const open = async () => {
      const names = await readdir(join(folder, 'cache'), { recursive: true })
      const found = await Promise.all(names.map((name) => stat(join(folder, 'cache', name))))
      return names.filter((_, at) => ((found[at]?.mode ?? 0) & 0o077) !== 0)
    }
    await archiveOf(folder)
    await pull(join(folder, 'model.tar.gz'))
    expect(await open()).toEqual([])
    for (const name of await readdir(join(shelf.folder, id))) await chmod(join(shelf.folder, id, name), 0o644)
    await chmod(join(shelf.folder, id), 0o755)
    expect(await stateOf(shelf)).toBe('downloaded')
    expect(await open()).toEqual([])
  }))

test('a model that is kept as single files comes file by file from the hub', () =>
  withShelf(async ({ shelf, folder, server, pull }) => {
    await writeUseLiteFolder(join(folder, 'files'))
    const base = '/Snowflake/snowflake-arctic-embed-s/resolve/main'
    for (const name of await readdir(join(folder, 'files'))) {
      const bytes = await readFile(join(folder, 'files', name))
      server.files.set(`${base}/${name === 'model.onnx' ? 'onnx/model.onnx' : name}`, { bytes })
    }
    const onnx = server.files.get(`${base}/onnx/model.onnx`)!
    server.files.delete(`${base}/onnx/model.onnx`)
    await expect(pull(undefined, 'snowflake-arctic-embed-s')).rejects.toThrow('status 404')
    expect(await stateOf(shelf, 'snowflake-arctic-embed-s')).toBe('available')
    server.files.set(`${base}/onnx/model.onnx`, onnx)
    server.seen.length = 0
    expect(await pull(undefined, 'snowflake-arctic-embed-s')).toBe(true)
    // The files that had arrived are not fetched again.
    expect(server.seen).toEqual([`GET ${base}/onnx/model.onnx`])
    expect(await stateOf(shelf, 'snowflake-arctic-embed-s')).toBe('downloaded')
  }))

test('a cut-off archive is refused, and leaves nothing that a later start would take for a model', () =>
  withShelf(async ({ shelf, folder, server, pull }) => {
    const bytes = await archiveOf(folder)
    server.files.set('/model.tar.gz', { bytes: bytes.subarray(0, bytes.length / 2) })
    await expect(pull(`${server.url}/model.tar.gz`)).rejects.toMatchObject({
      code: 'INGEST_FAILED',
      message: expect.stringContaining('damaged'),
    })
    expect(await readdir(shelf.folder)).toEqual([])
    server.files.set('/model.tar.gz', { bytes })
    expect(await pull(`${server.url}/model.tar.gz`)).toBe(true)
  }))

test('a page that is no archive, and an archive that is no model, are refused', () =>
  withShelf(async ({ shelf, folder, server, pull }) => {
    server.files.set('/page', { bytes: Buffer.from('<html>Sign in</html>') })
    await expect(pull(`${server.url}/page`)).rejects.toMatchObject({ code: 'INGEST_FAILED' })
    await mkdir(join(folder, 'packed'))
    await writeFile(join(folder, 'packed', 'readme.txt'), 'hello')
    await create({ gzip: true, file: join(folder, 'x.tar.gz'), cwd: join(folder, 'packed') }, ['readme.txt'])
    await expect(pull(join(folder, 'x.tar.gz'))).rejects.toThrow('not a model')
    expect(await readdir(shelf.folder)).toEqual([])
  }))

test.each([
  ['../outside.txt', 'lies outside'],
  ['/tmp/outside.txt', 'lies outside'],
  ['a/../../outside.txt', 'lies outside'],
  ['C:\\outside.txt', 'lies outside'],
])('an archive with %s is refused before anything is written', (path, message) =>
  withShelf(async ({ shelf, folder, pull }) => {
    await writeFile(join(folder, 'bad.tar.gz'), tarOf(path))
    await expect(pull(join(folder, 'bad.tar.gz'))).rejects.toThrow(message)
    expect(await readdir(shelf.folder)).toEqual([])
    await expect(stat(join(folder, 'outside.txt'))).rejects.toThrow()
  }),
)

test('an archive with a link is refused', () =>
  withShelf(async ({ folder, pull }) => {
    await mkdir(join(folder, 'packed'))
    await symlink('/etc', join(folder, 'packed', 'link'))
    await create({ gzip: true, file: join(folder, 'l.tar.gz'), cwd: join(folder, 'packed') }, ['link'])
    await expect(pull(join(folder, 'l.tar.gz'))).rejects.toThrow('neither a file nor a folder')
  }))

const zeros = Buffer.alloc(150_000_000)

test.each([
  ['one file that is large', 'unpacks to more than 100 MB', () => gzipSync(tarOf('a.onnx', zeros.length))],
  ['much behind its end', 'unpacks to more than 100 MB', () => gzipSync(Buffer.concat([tarOf('a'), zeros]))],
  ['another packed file in it', 'packed more than once', () => gzipSync(gzipSync(tarOf('a')))],
  [
    'a thousand files and one',
    'more than 1000 files',
    () => gzipSync(Buffer.concat(Array.from({ length: 1_001 }, (_, n) => tarOf(`${n}`).subarray(0, 1_024)))),
  ],
] as const)('an archive with %s is refused, and nothing of it stays', (_what, message, bomb) =>
  withShelf(async ({ shelf, server, pull }) => {
    server.files.set('/bomb.tar.gz', { bytes: bomb() })
    await expect(pull(`${server.url}/bomb.tar.gz`)).rejects.toMatchObject({
      code: 'INGEST_FAILED',
      message: expect.stringContaining(message),
      facts: { hint: expect.toSatisfy(telling('flint models pull')) },
    })
    expect(await readdir(shelf.folder)).toEqual([])
  }),
)

test('a download that says it is larger than any model is refused before it is read', () =>
  withShelf(async ({ shelf, server, pull }) => {
    const headers = { 'content-length': '5000000000' }
    server.files.set('/large.tar.gz', { bytes: Buffer.alloc(10), headers })
    await expect(pull(`${server.url}/large.tar.gz`)).rejects.toMatchObject({
      code: 'INGEST_FAILED',
      message: expect.stringContaining('larger than 4 GB'),
    })
    expect(await stateOf(shelf)).toBe('available')
  }))

test('a pull that is stopped ends, with nothing unpacked', () =>
  withShelf(async ({ shelf, folder, server }) => {
    const bytes = await archiveOf(folder)
    server.files.set('/model.tar.gz', { bytes })
    const stop = new AbortController()
    const onProgress = (done: number) => {
      if (done === bytes.length) stop.abort()
    }
    for (const from of [`${server.url}/model.tar.gz`, join(folder, 'model.tar.gz')])
      await expect(shelf.pull({ id, from, signal: stop.signal, onProgress })).rejects.toThrow('abort')
    expect(await readdir(shelf.folder)).toEqual([])
  }))

test('two pulls of one model at a time are one too many', () =>
  withShelf(async ({ folder, pull }) => {
    await archiveOf(folder)
    const results = await Promise.allSettled([
      pull(join(folder, 'model.tar.gz')),
      pull(join(folder, 'model.tar.gz')),
    ])
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'CONFLICT' } }])
  }))

test('unknown and embedded models are told apart', () =>
  withShelf(async ({ shelf, pull }) => {
    await expect(pull(undefined, 'bge-smal-en-v1.5')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      facts: { hint: expect.toSatisfy(telling('Did you mean bge-small-en-v1.5?')) },
    })
    expect(await pull(undefined, 'use-lite-en-v1')).toBe(false)
    await expect(shelf.remove('use-lite-en-v1')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect(await stateOf(shelf, 'use-lite-en-v1')).toBe('embedded')
  }))

/** A tar with one file of this name, as no well-meaning program makes it. Not compressed: that is accepted too. */
function tarOf(path: string, size = 5): Buffer {
  const block = Buffer.alloc(512)
  new Header({ path, type: 'File', size, mode: 0o644, mtime: new Date(0) }).encode(block)
  return Buffer.concat([block, Buffer.from('hello'), Buffer.alloc(507 + 1024)])
}
