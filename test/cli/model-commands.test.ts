import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { create } from 'tar'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { writeUseLiteFolder } from '../embed/use-lite-folder.ts'
import { withModelServer } from '../embed/with-model-server.ts'
import { withFlint } from './with-flint.ts'

const id = 'bge-small-en-v1.5'

test('models are listed, with the one in use', () =>
  withFlint({}, async (flint) => {
    const env = { FLINT_MODELS_DIR: join(flint.folder, 'models') }
    const { stdout, code } = await flint.run(['models', 'list'], { env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\* +use-lite-en-v1 +embedded +7 MB +512 +English +Apache-2.0$/m)
    expect(stdout).toMatch(/^ +bge-small-en-v1.5 +available +67 MB +384 +English +MIT$/m)
    expect(stdout).toContain(env.FLINT_MODELS_DIR)
    const { in_use, models } = await flint.json(['models', 'list'], { env })
    expect(in_use).toBe('use-lite-en-v1')
    expect(models[1]).toMatchObject({ id, in_use: false, state: 'available', licence: 'MIT', size_mb: 67 })
  }))

test('a downloaded model that is damaged is listed as that, with the command that mends it', () =>
  withFlint({}, async (flint) => {
    const env = { FLINT_MODELS_DIR: join(flint.folder, 'models') }
    const folder = join(env.FLINT_MODELS_DIR, id)
    await mkdir(folder, { recursive: true })
    const files = [{ path: 'model.onnx', size: 1_000, sha256: '0'.repeat(64) }]
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ id, files }))
    await writeFile(join(folder, 'model.onnx'), 'cut')
    const mend = `Run flint models pull ${id}.`
    const { models } = await flint.json(['models', 'list'], { env })
    expect(models[1]).toMatchObject({ id, state: 'damaged', mend })
    expect((await flint.run(['models', 'list'], { env })).stdout).toContain(mend)
    expect((await flint.run(['doctor'], { env })).stdout).toContain(mend)
  }))

test('a model is pulled from an address, used, and removed', () =>
  withModelServer((server) =>
    withFlint({}, async (flint) => {
      const env = { FLINT_MODELS_DIR: join(flint.folder, 'models') }
      await writeUseLiteFolder(join(flint.folder, 'packed', 'model'))
      const archive = join(flint.folder, 'model.tar.gz')
      await create({ gzip: true, file: archive, cwd: join(flint.folder, 'packed') }, ['model'])
      server.files.set('/model.tar.gz', { bytes: await readFile(archive) })

      expect(await flint.run(['models', 'use', id], { env })).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`flint models pull ${id}`),
      })
      const pulled = await flint.json(['models', 'pull', id, '--from', `${server.url}/model.tar.gz`], { env })
      expect(pulled).toMatchObject({ id, downloaded: true })
      expect(await flint.json(['models', 'pull', id], { env })).toMatchObject({ downloaded: false })
      expect(await flint.run(['models', 'use', id], { env })).toMatchObject({
        code: 0,
        stdout: `${id} is the model for your vaults. Vectors are made with it in the background.\n`,
      })
      const registry = load(await readFile(join(flint.folder, '.config', 'config.yml'), 'utf8'))
      expect(registry).toMatchObject({ search: { model: id } })
      const removed = await flint.run(['models', 'remove', id], { env })
      expect(removed).toMatchObject({ code: 0, stdout: `${id} is removed.\n` })
      expect(removed.stderr).toContain('still your choice')
      expect(await flint.json(['models', 'remove', id], { env })).toMatchObject({ removed: false })
      expect(await flint.run(['models', 'use', 'default'], { env })).toMatchObject({ code: 0 })
    }),
  ))

test('a vault has a choice of its own, and the rest of its config stays', () =>
  withFlint({ 'notes/.flint-note/config.yml': '# ours\nname: Notes # kept\n' }, async (flint) => {
    const notes = join(flint.folder, 'notes')
    const config = () => readFile(join(notes, '.flint-note', 'config.yml'), 'utf8')
    expect(await flint.json(['models', 'use', 'none', '--vault', notes])).toEqual({
      model: 'none',
      vault: 'notes',
    })
    expect(await config()).toBe('# ours\nname: Notes # kept\nsearch:\n  model: none\n')
    expect(await flint.json(['models', 'list', '--vault', notes])).toMatchObject({ in_use: 'none' })
    expect(await flint.json(['models', 'list'])).toMatchObject({ in_use: 'use-lite-en-v1' })
    expect(await flint.json(['models', 'use', 'default', '--vault', notes])).toMatchObject({ model: null })
    expect(await flint.json(['models', 'list', '--vault', notes])).toMatchObject({ in_use: 'use-lite-en-v1' })
  }))

test('a folder with a model is used by its whole path, by the user and not by a vault', () =>
  withFlint({ 'home/a.md': '' }, async (flint) => {
    const home = join(flint.folder, 'home')
    await writeUseLiteFolder(join(home, 'mine'))
    expect(await flint.json(['models', 'use', './mine'])).toMatchObject({ model: join(home, 'mine') })
    expect((await flint.run(['models', 'list'])).stdout).toContain(`In use: ${join(home, 'mine')}`)
    expect(await flint.run(['models', 'use', './mine', '--vault', home])).toMatchObject({ code: 2 })
    expect(await flint.run(['models', 'use', './nothing'])).toMatchObject({ code: 3 })
    expect(await flint.run(['models', 'use', home])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it has no .onnx file'),
    })
  }))

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends a download at once, and the next call can have it',
  (signal) =>
    withFlint({}, async (flint) => {
      const env = { FLINT_MODELS_DIR: join(flint.folder, 'models') }
      const server = createServer((_request, response) => {
        response.writeHead(200, { 'content-length': '1000000' }).write('x')
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.tar.gz`
      try {
        const child = flint.start(['models', 'pull', id, '--from', from], { env })
        let stderr = ''
        child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
        const closed = once(child, 'close')
        await once(server, 'request')
        child.kill(signal)
        expect((await closed)[0]).toBe(130)
        expect(stderr).toBe('Interrupted.\n')
        // What has arrived is gone on with.
        expect((await readdir(env.FLINT_MODELS_DIR)).filter((name) => name !== `${id}.download`)).toEqual([])
      } finally {
        server.closeAllConnections()
        server.close()
      }
    }),
)

test('failures say what to do, and how they end is documented', () =>
  withFlint({}, async (flint) => {
    expect(await flint.run(['models', 'pull', 'bge-smal-en-v1.5'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Did you mean bge-small-en-v1.5?'),
    })
    expect(await flint.run(['models', 'remove', 'use-lite-en-v1'])).toMatchObject({ code: 2 })
    let gone = ''
    await withModelServer(async ({ url }) => {
      gone = url
    })
    const away = await flint.run(['models', 'pull', id, '--from', `${gone}/model.tar.gz`], {
      env: { FLINT_MODELS_DIR: join(flint.folder, 'models') },
    })
    expect(away.code).toBe(1)
    expect(away.stderr).toContain(`${gone.slice('http://'.length)} cannot be reached (ECONNREFUSED).`)
  }))
