import { chmod, chown, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyIndex, standInFor } from '../../src/vault/stand-in.ts'
import { asOrdinaryUser, openToAll } from '../support/as-ordinary-user.ts'
import { hashFiles } from '../support/hash-files.ts'
import { withFolder } from '../support/with-folder.ts'
import { addTwoVaults, type Flint, twoFolders, withFlint } from './with-flint.ts'

/** As in the sandbox of an agent's shell: everything can be read, and nothing of flint's own be written. */
async function withSandbox(use: (flint: Flint) => Promise<void>): Promise<void> {
  await withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    await flint.run(['models', 'use', 'none'])
    await flint.run(['search', 'walnut'])
    openToAll(flint.folder)
    const data = join(flint.folder, '.data')
    for (const path of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
      const isFolder = lstatSync(join(data, path)).isDirectory()
      await chmod(join(data, path), isFolder ? 0o555 : 0o444)
    }
    const before = await hashFiles(flint.folder)
    const place = await asOrdinaryUser(async () => {
      await use(flint)
      return standInFor(data, '')?.folder ?? ''
    })
    await rm(place, { recursive: true })
    expect(await hashFiles(flint.folder)).toEqual(before)
    openToAll(flint.folder)
  })
}

const notice = expect.stringContaining('read-only here, as nothing that undoes a change can be kept.')

test('where the data folder cannot be written everything is read, from an index that stands in', () =>
  withSandbox(async ({ json, run }) => {
    const found = await json(['search', 'walnut'])
    expect(found).toMatchObject({ notices: [notice], total: 2 })
    expect(await json(['backlinks', 'lamp'])).toMatchObject({ backlinks: [{ path: 'shelf.md' }] })
    expect((await run(['show', 'lamp'])).stdout).toContain('A lamp of walnut.')
    expect(await json(['sql', 'SELECT count(*) AS n FROM notes'])).toMatchObject({ results: [{ n: 2 }] })
    expect((await run(['list'])).code).toBe(0)
  }))

test('there nothing is changed, and nobody says that nothing ever was', () =>
  withSandbox(async ({ json }) => {
    for (const line of [
      ['new', 'Chair'],
      ['capture', 'a thought'],
      ['rename', 'lamp', 'Light'],
    ])
      expect(await json(line)).toMatchObject({
        error: {
          code: 'PERMISSION_DENIED',
          message: expect.stringContaining('as nothing that undoes it can be kept. The folder'),
          hint: expect.stringContaining('In a sandbox: run flint outside it'),
        },
      })
    for (const line of [['history'], ['undo', '--last', '--yes']])
      expect(await json(line)).toMatchObject({
        error: { code: 'INDEX_UNAVAILABLE', message: expect.stringContaining('cannot be read here') },
      })
    expect(await json(['rename', 'lamp', 'Light', '--dry-run'])).toMatchObject({ dry_run: true })
  }))

test('a data folder that can be written has no stand-in, whether it is there yet or not', () =>
  withFolder({ 'data/vaults/': '' }, async (folder) => {
    for (const name of ['data', 'none/yet']) expect(standInFor(join(folder, name), '/notes')).toBeNull()
    expect(await readdir(folder, { recursive: true })).toEqual(['data', 'data/vaults'])
  }))

test('somebody else’s folder, or a link, in the place of the stand-in is not used', () =>
  withFolder({ 'data/': '', 'other/': '' }, async (folder) => {
    await chmod(folder, 0o755)
    await chmod(join(folder, 'data'), 0o555)
    const data = join(folder, 'data')
    const standIn = () => asOrdinaryUser(() => Promise.resolve(standInFor(data, '/notes')))
    const place = (await standIn())?.folder ?? ''
    expect(place).toContain('flint-note-')
    expect(lstatSync(place).mode & 0o777).toBe(0o700)
    await chmod(place, 0o770)
    expect((await standIn())?.folder).toBeNull()
    await chmod(place, 0o700)
    if (process.getuid?.() === 0) {
      await chown(place, 0, 0)
      expect((await standIn())?.folder).toBeNull()
    }
    await rm(place, { recursive: true })
    await symlink(join(folder, 'other'), place)
    expect((await standIn())?.folder).toBeNull()
    await rm(place)
    await chmod(data, 0o755)
  }))

test('an index is copied with what stands in its log, once, and one that is none is left behind', () =>
  withFolder({}, async (folder) => {
    const { default: Database } = await import('better-sqlite3')
    const file = join(folder, 'index.sqlite')
    const live = new Database(file)
    live.pragma('journal_mode = WAL')
    live.exec('CREATE TABLE word (text); INSERT INTO word VALUES (1)')
    const state = join(folder, 'state')
    await chmod(file, 0o444)
    await copyIndex(file, state)
    expect(lstatSync(join(state, 'index.sqlite')).mode & 0o777).toBe(0o600)
    live.exec('INSERT INTO word VALUES (2)')
    await copyIndex(file, state)
    live.close()
    const copy = new Database(join(state, 'index.sqlite'), { readonly: true })
    expect(copy.prepare('SELECT text FROM word').pluck().all()).toEqual([1])
    copy.close()
    expect(await readdir(state)).not.toContainEqual(expect.stringContaining('copy-'))
    await chmod(file, 0o644)
    await writeFile(file, 'no database')
    await mkdir(join(folder, 'other'))
    await copyIndex(file, join(folder, 'other'))
    await copyIndex(join(folder, 'missing'), join(folder, 'other'))
    expect(existsSync(join(folder, 'other/index.sqlite'))).toBe(false)
    expect(await readdir(join(folder, 'other'))).toEqual([])
  }))
