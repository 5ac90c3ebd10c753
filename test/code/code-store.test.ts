import { execFileSync } from 'node:child_process'
import { chmod, readdir, readFile, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
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
    await use(store, join(folder, 'main.v8code'), folder)
  })
}

test('what was written is read again, and nobody else may change it', () =>
  withStore(async (store, file, folder) => {
    expect(store.read('main', 'v1')).toEqual(code)
    expect(await readdir(folder)).toEqual(['main.v8code'])
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

test('of too much the oldest goes, and nothing that is not of the store', () =>
  withStore(async (store, _file, folder) => {
    const own = ['new.v8code', 'newer.v8code', 'old.v8code']
    for (const [age, name] of [...own, 'notes.md', 'film.bin'].entries()) {
      await writeFile(join(folder, name), '')
      await truncate(join(folder, name), 12_000_000)
      await utimes(join(folder, name), 0, name.startsWith('new') ? 1_000 + age : 1)
    }
    store.prune()
    const left = ['film.bin', 'main.v8code', 'new.v8code', 'newer.v8code', 'notes.md']
    expect((await readdir(folder)).sort()).toEqual(left)
  }))

test('a folder that is a link to another is left alone', () =>
  withFolder({ 'films/film.v8code': '' }, async (base) => {
    const films = join(base, 'films')
    await truncate(join(films, 'film.v8code'), 40_000_000)
    await symlink(films, join(base, 'code'))
    const store = new CodeStore(join(base, 'code'))
    store.write('main', 'v1', code)
    store.prune()
    expect(await readdir(films)).toEqual(['film.v8code'])
    expect(store.read('main', 'v1')).toBeUndefined()
  }))

test('where everybody may put another folder in its place nothing is kept or read', () =>
  withStore(async (store, _file, folder) => {
    await chmod(join(folder, '..'), 0o777)
    store.write('other', 'v1', code)
    expect(store.read('main', 'v1')).toBeUndefined()
    expect(await readdir(folder)).toEqual(['main.v8code'])
  }))

test('links and pipes of its names are not read, and nobody waits for them', () =>
  withStore(async (store, file, folder) => {
    await symlink(file, join(folder, 'link.v8code'))
    execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe.v8code')])
    expect(store.read('link', 'v1')).toBeUndefined()
    expect(store.read('pipe', 'v1')).toBeUndefined()
    expect(store.read('main', 'v1')).toEqual(code)
  }))

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file)
  bytes[35] = (bytes[35] ?? 0) ^ 1
  await writeFile(file, bytes)
}
