import fs from 'node:fs'
import { readdir } from 'node:fs/promises'
import { onDisk } from '../support/watch-disk.ts'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { holdFolder } from '../../src/files/hold-folder.ts'
import { readFileForIndex } from '../../src/files/read-file.ts'
import { VaultFiles } from '../../src/files/vault-files.ts'
import { onCaseBlindDrive } from '../support/case-blind.ts'
import { onSystem } from '../support/on-system.ts'
import { version } from '../support/change-files.ts'
import { treeOf } from '../support/tree-of.ts'
import { withFolder } from '../support/with-folder.ts'

async function onDrive(
  texts: Readonly<Record<string, string>>,
  use: (files: VaultFiles, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(texts, (folder) => onCaseBlindDrive(folder, () => use(new VaultFiles(folder), folder)))
}

test('whatever its case, a name leads to the one entry that is there', () =>
  onDrive({ 'Team/plan.md': 'plan\n', 'Team/other.md': 'other\n' }, async (files) => {
    // Linux tells a path no other capitals than it is asked with.
    await onSystem('darwin', async () => {
      expect(await files.canonical('team/PLAN.md')).toBe('Team/plan.md')
    })
    expect(await files.read('team/PLAN.md')).toMatchObject({ text: 'plan\n' })
    expect(await files.sameName('Team/PLAN.md')).toBe('Team/plan.md')
    expect(await files.isSameEntry('Team/plan.md', 'Team/PLAN.md')).toBe(true)
    for (const other of ['Team/other.md', 'Team/none.md'])
      expect(await files.isSameEntry('Team/plan.md', other)).toBe(false)
  }))

test('a folder is held and a note in it read, whatever the case of the names', () =>
  onDrive({ 'Team/Sub/plan.md': 'plan\n' }, async (_files, folder) => {
    await holdFolder(join(folder, 'team/sub'), async (held) => {
      expect(await readdir(held)).toEqual(['plan.md'])
    })
    expect(readFileForIndex(folder, 'team/SUB/PLAN.md')).toMatchObject({ text: 'plan\n' })
  }))

test('nothing is created over, or moved onto, an entry of another case', () =>
  onDrive(
    { 'plan.md': 'plan\n', 'a.md': 'a\n', 'dir/x.md': 'x\n', 'Other/y.md': 'y\n' },
    async (files, folder) => {
      const before = treeOf(folder)
      const taken = { code: 'ALREADY_EXISTS' }
      await expect(files.create('PLAN.md', 'new\n')).rejects.toMatchObject(taken)
      for (const text of [null, 'A\n'])
        await expect(files.move('a.md', 'PLAN.md', version('a\n').hash, text)).rejects.toMatchObject(taken)
      await expect(files.moveFolder('dir', 'OTHER')).rejects.toMatchObject(taken)
      expect(treeOf(folder)).toEqual(before)
    },
  ))

test.each([null, 'new\n'])('a note is renamed in case alone, with the text %j', (text) =>
  onDrive({ 'dir/plan.md': 'plan\n' }, async (files, folder) => {
    await files.move('dir/plan.md', 'dir/Plan.md', version('plan\n').hash, text)
    expect(treeOf(folder)).toEqual({ 'dir/': '', 'dir/Plan.md': text ?? 'plan\n' })
    await files.moveFolder('dir', 'Dir')
    expect(treeOf(folder)).toEqual({ 'Dir/': '', 'Dir/Plan.md': text ?? 'plan\n' })
  }),
)

test.each([null, 'new\n'])(
  'so it is where a drive numbers a file by the name that it is asked for, with the text %j',
  (text) =>
    withFolder({ 'dir/plan.md': 'plan\n', 'dir/other.md': 'other\n' }, (folder) =>
      onCaseBlindDrive(
        folder,
        async () => {
          const files = new VaultFiles(folder)
          expect(await files.isSameEntry('dir/plan.md', 'dir/Plan.md')).toBe(true)
          expect(await files.isSameEntry('dir/plan.md', 'dir/other.md')).toBe(false)
          await files.move('dir/plan.md', 'dir/Plan.md', version('plan\n').hash, text)
          await files.moveFolder('dir', 'Dir')
          expect(treeOf(folder)).toEqual({
            'Dir/': '',
            'Dir/Plan.md': text ?? 'plan\n',
            'Dir/other.md': 'other\n',
          })
        },
        { numbersNames: true },
      ),
    ),
)

const saves: Readonly<Record<string, (note: string) => void>> = {
  'before it is renamed': (note) => {
    fs.writeFileSync(note, 'by an editor\n')
  },
  'by a rename of another file': (note) => {
    fs.writeFileSync(`${note}.saving`, 'by an editor\n')
    fs.renameSync(`${note}.saving`, note)
  },
}

test.each(
  (['before', 'after'] as const).flatMap((when) => Object.keys(saves).map((save) => [when, save] as const)),
)('what an editor saves %s the rename stays, under the name it had: %s', (when, save) =>
  onDrive({ 'plan.md': 'plan\n' }, async (files, folder) => {
    const moving = onDisk(
      when,
      ({ name, to }) => name === 'rename' && basename(to) === 'Plan.md',
      () => saves[save]?.(join(folder, 'plan.md')),
      () => files.move('plan.md', 'Plan.md', version('plan\n').hash, 'new\n'),
    )
    await expect(moving).rejects.toMatchObject({ code: 'CONTENT_HASH_MISMATCH' })
    expect(treeOf(folder)).toEqual({ 'plan.md': 'by an editor\n' })
  }),
)
