import { lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../src/cli/create-log.ts'
import { withFolder } from '../support/with-folder.ts'
import { registerVaults } from '../support/served-flint.ts'
import type { Flint } from './with-flint.ts'
import { withFlint } from './with-flint.ts'

/** Everything below a folder, itself included, that others may do something with. */
function openToOthers(folder: string): readonly string[] {
  const paths = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return paths.filter(
    // What Node keeps of the program has the rights that Node gives it, behind a folder that is closed.
    (path) => !path.startsWith(join('code', '/')) && (lstatSync(join(folder, path)).mode & 0o077) !== 0,
  )
}

function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o7777).toString(8)
}

/** Runs the work in a process that keeps nothing from anyone by itself. */
async function withoutUmask(work: () => Promise<void>): Promise<void> {
  const before = process.umask(0)
  try {
    await work()
  } finally {
    process.umask(before)
  }
}

/** A process of its own, of whose program Node keeps in the data folder what it compiled. */
const asProcess = { isProcess: true, env: { NODE_COMPILE_CACHE: '' } } as const

async function useEverything({ run }: Flint): Promise<void> {
  const appended = JSON.stringify({ identifier: 'a.md', content: 'more' })
  expect((await run(['call', 'append_to_note', '--json', appended])).code).toBe(0)
  expect((await run(['delete', 'note', 'gone.md', '--mode', 'permanent', '--yes'])).code).toBe(0)
  expect((await run(['token', 'create', 'laptop'])).code).toBe(0)
  expect((await run(['doctor'], asProcess)).stdout).toContain('index')
}

const files = { 'a.md': '# A\n', 'b.md': '[[a]]\n', 'gone.md': 'to be removed\n' }

test('nothing that flint keeps outside the vaults may be read by others, whatever the umask', () =>
  withoutUmask(() =>
    withFlint({}, async (flint) => {
      await registerVaults(flint, { main: files }, 'none')
      await useEverything(flint)
      const { FLINT_CONFIG_DIR: config = '', FLINT_DATA_DIR: data = '' } = flint.env
      const kept = readdirSync(data, { recursive: true, encoding: 'utf8' }).join('\n')
      for (const name of ['index.sqlite', 'history.sqlite', 'locks.sqlite', 'gone.md', 'code'])
        expect(kept).toContain(name)
      expect(openToOthers(data)).toEqual([])
      expect(openToOthers(config)).toEqual([])
      expect(modeOf(join(config, 'tokens.json'))).toBe('600')
    }),
  ))

test('what an earlier version left open to others is mended by the next command', () =>
  withoutUmask(() =>
    withFlint({}, async (flint) => {
      await registerVaults(flint, { main: files }, 'none')
      await useEverything(flint)
      const { FLINT_CONFIG_DIR: config = '', FLINT_DATA_DIR: data = '' } = flint.env
      for (const top of [config, data])
        for (const path of ['', ...readdirSync(top, { recursive: true, encoding: 'utf8' })])
          await chmod(join(top, path), lstatSync(join(top, path)).isDirectory() ? 0o777 : 0o666)
      expect((await flint.run(['search', 'more'], asProcess)).stdout).toContain('a.md')
      expect(openToOthers(data)).toEqual([])
      expect(openToOthers(config)).toEqual([])
    }),
  ))

test('a folder that the user chose for index, backups or data stays as it is, and what flint makes in it is private', () =>
  withoutUmask(() =>
    withFlint({ 'shared/other.txt': 'o', 'safe/2020/other.md': 'o' }, async (flint) => {
      const { folder } = flint
      const settings = `index:\n  path: ${folder}/shared\ndeletion:\n  backup_path: ${folder}/safe\n`
      await registerVaults(flint, { main: { ...files, '.flint-note/config.yml': settings } }, 'none')
      const { FLINT_DATA_DIR: data = '' } = flint.env
      await mkdir(join(data, 'vaults/work'), { recursive: true })
      await writeFile(join(data, 'vaults/work/own.md'), 'a note of somebody who keeps vaults there\n')
      // Made by an earlier version.
      const older = join(folder, 'safe/2020-01-02T03-04-05.678Z/notes')
      await mkdir(older, { recursive: true })
      await writeFile(join(older, 'n.md'), 'n\n')
      await useEverything(flint)
      expect(openToOthers(join(folder, 'shared')).filter((path) => path !== '')).toEqual(['other.txt'])
      const safe = join(folder, 'safe')
      expect([...openToOthers(safe)].sort()).toEqual(['', '2020', '2020/other.md'])
      const [backup = ''] = readdirSync(safe).filter((name) => name > '2021')
      expect(await readFile(join(safe, backup, 'gone.md'), 'utf8')).toBe('to be removed\n')
      expect(modeOf(join(folder, 'shared'))).toBe('777')
      expect(modeOf(data)).toBe('777')
      expect([...openToOthers(data)].sort()).toEqual(['', 'vaults', 'vaults/work', 'vaults/work/own.md'])
    }),
  ))

test('a log is read by nobody else, nor is one that was there', () =>
  withoutUmask(() =>
    withFolder({ 'old/flint.log': 'before\n' }, async (folder) => {
      for (const place of ['new/deep', 'old']) {
        const file = join(folder, place, 'flint.log')
        const log = createLog({ level: () => Promise.resolve('info'), file })
        log.info('a note was read')
        await log.flush()
        expect(await readFile(file, 'utf8')).toContain('a note was read')
        expect(modeOf(file)).toBe('600')
      }
      expect(openToOthers(join(folder, 'new'))).toEqual([])
      expect(modeOf(join(folder, 'old'))).toBe('777')
    }),
  ))

test.each(['archive', 'trash', 'permanent'])(
  'a note that only its user may read stays so when it is deleted by %s, and when that is undone',
  (mode) =>
    withoutUmask(() =>
      withFlint({}, async (flint) => {
        const { folder, run, json } = flint
        await registerVaults(
          flint,
          { main: { ...files, 'sub/x.md': 'See [[a]] and [b](../b.md).\n' } },
          'none',
        )
        await chmod(join(folder, 'main/sub/x.md'), 0o600)
        const { change_id: id } = await json(['delete', 'note', 'sub/x.md', '--mode', mode, '--yes'])
        const copies = [folder, flint.env['FLINT_DATA_DIR'] ?? ''].flatMap((top) =>
          readdirSync(top, { recursive: true, encoding: 'utf8' }).map((path) => join(top, path)),
        )
        const found = copies.filter((path) => /x(?: 2)?\.md$/.test(path))
        expect(found.length).toBeGreaterThan(0)
        for (const path of found) expect([path, modeOf(path)]).toEqual([path, '600'])
        expect((await run(['undo', String(id)])).code).toBe(0)
        expect(modeOf(join(folder, 'main/sub/x.md'))).toBe('600')
      }),
    ),
)

test('a section that is extracted from a note which only its user may read is read by nobody else either', () =>
  withFlint({}, async (flint) => {
    await registerVaults(flint, { main: { 'a.md': '# A\n\n## Part\n\nsecret\n' } }, 'none')
    await chmod(join(flint.folder, 'main/a.md'), 0o600)
    const call = {
      identifier: 'a.md',
      section_header: 'Part',
      new_title: 'Secret part',
      destination_directory: 'parts',
    }
    const { stdout } = await flint.run(['call', 'extract_section', '--json', JSON.stringify(call)])
    const { new_note_path: path } = JSON.parse(stdout)
    expect(modeOf(join(flint.folder, 'main', path))).toBe('600')
  }))
