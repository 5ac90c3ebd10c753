import { chmod, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CodeStore } from '../../src/code/code-store.ts'
import { withFolder } from '../support/with-folder.ts'

const code = Buffer.from('compiled')

/** A store with one thing in it, and its file. */
function withStore(use: (store: CodeStore, file: string, folder: string) => Promise<void>): Promise<void> {
  return withFolder({}, async (base) => {
    const folder = join(base, 'code')
    const store = new CodeStore(folder)
    store.write('main', 'v1', code)
    await use(store, join(folder, 'main'), folder)
  })
}

test('what was written is read again, and nobody else may change it', () =>
  withStore(async (store, file, folder) => {
    expect(store.read('main', 'v1')).toEqual(code)
    expect(await readdir(folder)).toEqual(['main'])
    expect([(await stat(folder)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600])
  }))

test('of another version, or of another name, there is nothing', () =>
  withStore(async (store) => {
    expect(store.read('main', 'v2')).toBeUndefined()
    expect(store.read('other', 'v1')).toBeUndefined()
  }))

test.each<[string, (file: string) => Promise<void>]>([
  ['has a byte that is not what was written', flip],
  ['ends too early', (file) => truncate(file, 35)],
  ['is empty', (file) => truncate(file)],
  ['others may write', (file) => chmod(file, 0o622)],
  ['lies where others may write', (file) => chmod(join(file, '..'), 0o777)],
])('a file that %s is not read', (_what, damage) =>
  withStore(async (store, file) => {
    await damage(file)
    expect(store.read('main', 'v1')).toBeUndefined()
  }),
)

test('where nothing can be written nothing is kept, and nothing fails', () =>
  withFolder({ 'a-file': 'x' }, async (folder) => {
    const store = new CodeStore(join(folder, 'a-file'))
    store.write('main', 'v1', code)
    store.prune()
    expect(store.read('main', 'v1')).toBeUndefined()
    expect(await readFile(join(folder, 'a-file'), 'utf8')).toBe('x')
  }))

test('of too much the oldest goes', () =>
  withStore(async (store, _file, folder) => {
    for (const [age, name] of ['new', 'newer', 'old'].entries()) {
      await writeFile(join(folder, name), '')
      await truncate(join(folder, name), 12_000_000)
      await utimes(join(folder, name), 0, name === 'old' ? 1 : 1_000 + age)
    }
    store.prune()
    expect((await readdir(folder)).sort()).toEqual(['main', 'new', 'newer'])
  }))

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file)
  bytes[35] = (bytes[35] ?? 0) ^ 1
  await writeFile(file, bytes)
}
