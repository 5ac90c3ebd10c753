import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { changeFiles, openMain, version } from '../support/change-files.ts'
import { dumpIndex } from '../support/dump-index.ts'
import { withOtherProcess, type OtherProcess } from '../support/other-process.ts'
import { until } from '../support/until.ts'
import { withVault, type Files, type Vaults } from '../support/with-vault.ts'

const run = promisify(execFile)

const notes: Files = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [`notes/n${at}.md`, `# N${at}\n\nword${at}z\n`]),
)

/** The vault once its first scan is over. */
async function ready(vaults: Vaults): Promise<void> {
  await vaults.call('get_tags')
  const vault = await openMain(vaults)
  await until('the index is ready', () => vault.index.freshness.state === 'ready')
}

const count = async ({ call }: Pick<OtherProcess, 'call'>, query: string): Promise<number> =>
  (await call('search_notes', { query })).total

/** Whatever is asked of the vault, it says why it does not answer, and nothing lies in the mount point afterwards. */
async function expectAway({ call }: Pick<OtherProcess, 'call'>, message: string): Promise<void> {
  const isTold = async () => (await call('list_notes')).error?.code === 'VAULT_UNAVAILABLE'
  await until('the vault says so', isTold)
  for (const [tool, args] of [
    ['create_note', { title: 'Lost', directory: 'notes' }],
    ['append_to_note', { identifier: 'notes/n1.md', content: 'lost' }],
    ['capture_to_inbox', { text: 'lost' }],
    ['get_note', { identifier: 'notes/n1.md' }],
    ['search_notes', { query: 'word1z' }],
    ['list_notes', {}],
    ['search_text', { pattern: 'word1z' }],
    ['get_vault_info', {}],
    ['list_changes', {}],
  ] as const) {
    const { error } = await call(tool, args)
    expect(error, tool).toMatchObject({ code: 'VAULT_UNAVAILABLE', vault_id: 'main' })
    expect(error.message, tool).toBe(`The folder of vault "main" ${message} Nothing was read or written.`)
    expect(error.hint, tool).toContain('call reindex_vault with confirm: true')
  }
}

const another = 'is another one than before, without its notes: its drive may not be mounted.'
const emptied = 'has lost all of its notes: its drive may not be mounted.'

const canMount = await run('unshare', ['--mount', 'true']).then(
  () => true,
  () => false,
)

test.skipIf(!canMount || process.getuid?.() !== 0)(
  'an unmounted drive is told at once, nothing is made in its mount point, and it heals when it is back (needs root)',
  () =>
    withVault({}, async (vaults) => {
      const { call, at, folder, restart } = vaults
      const drive = join(folder, 'drive')
      for (const [path, text] of Object.entries(notes)) {
        await mkdir(join(drive, path, '..'), { recursive: true })
        await writeFile(join(drive, path), text)
      }
      const mount = () => run('mount', ['--bind', drive, at('')])
      const unmount = () => run('umount', ['--lazy', at('')])
      await mount()
      try {
        await ready(vaults)
        expect(await count(vaults, 'word1z')).toBe(1)
        const indexed = dumpIndex((await openMain(vaults)).indexFile)
        await unmount()
        // Whatever was asked a moment ago.
        const refused = await call('create_note', { title: 'Lost', directory: 'notes' })
        expect(refused.error).toMatchObject({ code: 'VAULT_UNAVAILABLE' })
        await expectAway(vaults, another)
        expect(await readdir(at(''))).toEqual([])
        // Nor when the process is started while the drive is away.
        await restart()
        await expectAway(vaults, another)
        expect(await readdir(at(''))).toEqual([])
        await writeFile(join(drive, 'notes/n1.md'), '# N1\n\nchangedword\n')
        await mount()
        expect((await call('get_note', { identifier: 'notes/n1.md' })).content).toContain('changedword')
        await until('its change is found', async () => (await count(vaults, 'changedword')) === 1)
        expect(await count(vaults, 'word2z')).toBe(1)
        expect(dumpIndex((await openMain(vaults)).indexFile)).toHaveLength(indexed.length)
        expect((await call('create_note', { title: 'There', directory: 'notes' })).error).toBeUndefined()
        expect(await readdir(join(drive, 'notes'))).toContain('there.md')
      } finally {
        await vaults.hub.close()
        await unmount()
      }
    }),
)

/** Puts an empty folder where the vault's was, as a drive that is unmounted leaves it. */
async function takeAway({ at }: Vaults): Promise<void> {
  await rename(at(''), `${at('')}.away`)
  await mkdir(at(''))
}

async function bringBack({ at }: Vaults): Promise<void> {
  await rmdir(at(''))
  await rename(`${at('')}.away`, at(''))
}

test('another folder in the place of the vault’s is neither read nor written, and its own heals it', () =>
  withVault(notes, async (vaults) => {
    const { at, call, restart } = vaults
    await ready(vaults)
    const { indexFile } = await openMain(vaults)
    const indexed = dumpIndex(indexFile)
    await takeAway(vaults)
    await expectAway(vaults, another)
    // What watches and scans has had its time to believe it.
    await expect((await vaults.hub.opened())[0]?.index.refresh('')).rejects.toMatchObject({
      code: 'VAULT_UNAVAILABLE',
    })
    expect(dumpIndex(indexFile)).toEqual(indexed)
    await restart()
    await expectAway(vaults, another)
    expect(await readdir(at(''))).toEqual([])
    await bringBack(vaults)
    expect(await count(vaults, 'word1z')).toBe(1)
    await writeFile(at('notes/n1.md'), 'changedword\n')
    await until('an edit is found', async () => (await count(vaults, 'changedword')) === 1)
    expect((await call('append_to_note', { identifier: 'notes/n2.md', content: 'x' })).error).toBeUndefined()
  }))

test('a write that is under way when the folder is replaced ends there', () =>
  withVault(notes, async (vaults) => {
    const { at } = vaults
    await ready(vaults)
    const { files } = await openMain(vaults)
    await takeAway(vaults)
    await expect(files.create('notes/new.md', 'x\n')).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
    await expect(files.makeFolder('notes')).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
    expect(await readdir(at(''))).toEqual([])
  }))

test('a folder with other notes is not taken for the vault until somebody confirms it', () =>
  withVault({ ...notes, 'README.md': '# Read me\n' }, async (vaults) => {
    const { at, call } = vaults
    await ready(vaults)
    await takeAway(vaults)
    await writeFile(at('README.md'), '# Another drive\n')
    await writeFile(at('foreign.md'), 'foreignword\n')
    await expectAway(vaults, another)
    const asked = await call('reindex_vault', { confirm: false })
    expect(asked.error.code).toBe('CONFIRMATION_REQUIRED')
    expect(asked.error.message).toContain('is another one than before')
    expect(asked.error.message).toContain('is forgotten')
    expect((await call('reindex_vault', { confirm: true, scope: 'links' })).error.code).toBe(
      'VAULT_UNAVAILABLE',
    )
    await expectAway(vaults, another)
    expect(await call('reindex_vault', { confirm: true })).toMatchObject({ notes_indexed: 2 })
    expect(await count(vaults, 'foreignword')).toBe(1)
    expect(await count(vaults, 'word1z')).toBe(0)
    await vaults.restart()
    expect(await count(vaults, 'foreignword')).toBe(1)
    await vaults.write('late.md', 'lateword\n')
    await until('it is watched', async () => (await count(vaults, 'lateword')) === 1)
  }))

test('an empty folder can be confirmed by a process that starts with it, and is worked in then', () =>
  withVault(notes, async (vaults) => {
    const { at, call } = vaults
    await ready(vaults)
    await vaults.restart(() => takeAway(vaults))
    expect(await call('reindex_vault', { confirm: true })).toMatchObject({ notes_indexed: 0 })
    expect((await call('list_notes')).total).toBe(0)
    expect((await call('create_note', { title: 'First', path: 'first.md' })).error).toBeUndefined()
    expect(await readdir(at(''))).toEqual(['first.md'])
    await vaults.restart()
    expect((await call('list_notes')).total).toBe(1)
  }))

test.each(['while it is open', 'while nobody watches'])(
  'a folder that is replaced %s by one with the same notes is the vault',
  (when) =>
    withVault(notes, async (vaults) => {
      const { at, call, restart } = vaults
      await ready(vaults)
      const replace = async () => {
        await cp(at(''), `${at('')}.copy`, { recursive: true, preserveTimestamps: true })
        await rename(at(''), `${at('')}.old`)
        await rename(`${at('')}.copy`, at(''))
        // A backup is never quite as new.
        await rm(at('notes/n3.md'))
      }
      if (when === 'while it is open') await replace()
      else await restart(replace)
      expect((await call('get_note', { identifier: 'notes/n1.md' })).content).toContain('word1z')
      expect(
        (await call('append_to_note', { identifier: 'notes/n2.md', content: 'x' })).error,
      ).toBeUndefined()
      await until('what it lacks is gone', async () => (await count(vaults, 'word3z')) === 0)
      await writeFile(at('notes/n1.md'), 'changedword\n')
      await until('it is watched', async () => (await count(vaults, 'changedword')) === 1)
    }),
)

test.each(['while it is open', 'while nobody watches'])(
  'a folder that loses all of its notes %s is not believed until they are back',
  (when) =>
    withVault({ ...notes, 'picture.png': 'x' }, async (vaults) => {
      const { at, folder, restart } = vaults
      await ready(vaults)
      const { indexFile } = await openMain(vaults)
      const indexed = dumpIndex(indexFile)
      const lose = () => rename(at('notes'), join(folder, 'lost'))
      if (when === 'while it is open') await lose()
      else await restart(lose)
      await expectAway(vaults, emptied)
      const [vault] = await vaults.hub.opened()
      await vault?.index.refresh('')
      expect(dumpIndex(indexFile)).toEqual(indexed)
      expect((await readdir(at(''))).sort()).toEqual(['picture.png'])
      await rename(join(folder, 'lost'), at('notes'))
      expect(await count(vaults, 'word1z')).toBe(1)
      await writeFile(at('notes/n1.md'), 'changedword\n')
      await until('an edit is found', async () => (await count(vaults, 'changedword')) === 1)
    }),
)

test('notes that are lost for good are forgotten once that is confirmed, or once there is another', () =>
  withVault(notes, async (vaults) => {
    const { at, call } = vaults
    await ready(vaults)
    await rm(at('notes'), { recursive: true })
    await expectAway(vaults, emptied)
    await writeFile(at('new.md'), 'newword\n')
    await until('the new note is found', async () => (await count(vaults, 'newword')) === 1)
    await until('the others are gone', async () => (await call('list_notes')).total === 1)
    await rm(at('new.md'))
    await until('that is noticed', async () => (await call('list_notes')).error?.code === 'VAULT_UNAVAILABLE')
    expect((await call('reindex_vault', { confirm: true })).error).toBeUndefined()
    expect((await call('list_notes')).total).toBe(0)
  }))

test('what flint itself removes leaves an empty vault, however much it is', () =>
  withVault(notes, async (vaults) =>
    withOtherProcess(vaults.folder, async (other) => {
      const { call } = vaults
      await ready(vaults)
      expect(await count(other, 'word1z')).toBe(1)
      // Of so many the index follows behind the answer.
      await changeFiles(
        vaults,
        Object.entries(notes).map(([path, text]) => ({
          kind: 'remove',
          path,
          before: version(String(text)),
          dropFolder: 'notes',
        })),
      )
      for (const client of [vaults, other]) expect((await client.call('list_notes')).total).toBe(0)
      expect((await call('create_note', { title: 'First', path: 'first.md' })).error).toBeUndefined()
      await call('delete_note', { identifier: 'first.md', mode: 'permanent', confirm: true })
      expect((await other.call('list_notes')).total).toBe(0)
      await vaults.restart()
      expect((await call('create_note', { title: 'Again' })).error).toBeUndefined()
    }),
  ))

test('what one process confirms another goes on with', () =>
  withVault(notes, async (vaults) =>
    withOtherProcess(vaults.folder, async (other) => {
      await ready(vaults)
      expect(await count(other, 'word1z')).toBe(1)
      await takeAway(vaults)
      await expectAway(vaults, another)
      await expectAway(other, another)
      await writeFile(vaults.at('foreign.md'), 'foreignword\n')
      await other.call('reindex_vault', { confirm: true })
      await until('it goes on', async () => (await count(vaults, 'foreignword')) === 1)
      expect((await vaults.call('create_note', { title: 'Mine', path: 'mine.md' })).error).toBeUndefined()
      expect((await stat(vaults.at('mine.md'))).isFile()).toBe(true)
    }),
  ))

test('a vault that is made anew at the place of a former one is no replacement of it', () =>
  withVault(notes, async (vaults) => {
    const { at, call } = vaults
    await ready(vaults)
    expect((await call('remove_vault', { vault_id: 'main' })).error).toBeUndefined()
    await rm(at(''), { recursive: true })
    await mkdir(at(''))
    const made = { vault_id: 'again', name: 'Again', path: at(''), note_types: 'none' }
    const created = await call('create_vault', made)
    expect(created.error).toBeUndefined()
    expect(await count({ call: (tool, args) => call(tool, { ...args, vault_id: 'again' }) }, 'word1z')).toBe(
      0,
    )
    const note = await call('create_note', { title: 'First', vault_id: 'again' })
    expect(note.error).toBeUndefined()
  }))
