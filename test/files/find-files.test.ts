import { appendFile, mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findFiles } from '../../src/files/find-files.ts'
import { createIgnoreRules } from '../../src/files/ignore-rules.ts'
import { walkVault, type Disk } from '../../src/files/walk-vault.ts'
import { withFolder } from '../support/with-folder.ts'

// Elsewhere it prints other things, and a thread looks instead.
const onLinux = test.runIf(process.platform === 'linux')

const never = new AbortController().signal

afterEach(() => {
  vi.unstubAllEnvs()
})

const leftOut = { ignored: createIgnoreRules(['drafts/**'], []), isNoNote: () => false }

async function walk(root: string, disk?: Disk) {
  const seen = await walkVault(root, '', leftOut, () => Promise.resolve(), disk)
  const { notes, canvases, files, typeFolders, leftovers, unreadable } = seen
  return { notes, canvases, files, typeFolders, leftovers, unreadable }
}

onLinux('what find sees is what a walk sees, to the last digit of each time', () =>
  withFolder(
    {
      'a.md': 'A\n',
      'deep/er/b c.md': 'B\n',
      'deep/_description.md': 'A type\n',
      'ünïcode — 日本.md': 'U\n',
      'two\nlines.md': 'L\n',
      'it\'s "quoted" \\ %s.md': 'Q\n',
      'board.canvas': '{}',
      'image.png': '',
      'drafts/d.md': 'D\n',
      'node_modules/n.md': 'N\n',
      '.obsidian/app.json': '{}',
      '.hidden.md': 'H\n',
      'other/.flint-note/config.yml': '',
      'other/vault.md': 'V\n',
      'empty/': '',
    },
    async (root) => {
      await symlink(join(root, 'a.md'), join(root, 'link.md'))
      await symlink(root, join(root, 'circle'))
      await utimes(join(root, 'a.md'), 1_700_000_000, 1_700_000_000.123_456)
      await utimes(join(root, 'board.canvas'), 0, 0)
      const disk = (await findFiles(root, never))?.toDisk()
      if (disk == null) throw new Error('find said nothing')
      const seen = await walk(root, disk)
      expect(seen).toEqual(await walk(root))
      expect(seen.notes.paths).toHaveLength(5)
    },
  ),
)

onLinux('two looks have one name as long as nothing has changed that a vault is made of', () =>
  withFolder({ 'a.md': 'A\n', 'deep/b.md': 'B\n', '.git/index': '', 'in/.flint-note/': '' }, async (root) => {
    const name = async () => (await findFiles(root, never))?.name
    let before = await name()
    expect(before).toEqual(expect.any(String))
    expect(await name()).toBe(before)
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'a text': () => appendFile(join(root, 'a.md'), 'more\n'),
      'only its time': async () => utimes(join(root, 'a.md'), 1, 1),
      'a new note': () => writeFile(join(root, 'deep/c.md'), ''),
      'a rename': () => rename(join(root, 'deep/c.md'), join(root, 'c.md')),
      'another file at its place': async () => {
        const { mtimeMs, atimeMs } = await stat(join(root, 'c.md'))
        await writeFile(join(root, '.new'), '')
        await rename(join(root, '.new'), join(root, 'c.md'))
        await utimes(join(root, 'c.md'), atimeMs / 1_000, mtimeMs / 1_000)
      },
      'a note less': () => rm(join(root, 'c.md')),
      'a new folder': () => mkdir(join(root, 'empty')),
      'a folder that becomes a vault': () => writeFile(join(root, 'in/.flint-note/config.yml'), ''),
    }
    for (const [what, change] of Object.entries(changes)) {
      await change()
      const after = await name()
      expect(after, what).not.toBe(before)
      before = after
    }
    await writeFile(join(root, '.git/index'), 'another')
    await writeFile(join(root, '.git/more'), '')
    expect(await name(), 'what git does for itself').toBe(before)
  }),
)

onLinux('where find cannot tell everything it says nothing', () =>
  withFolder({ 'a.md': 'A\n' }, async (root) => {
    expect(await findFiles(join(root, 'missing'), never)).toBeNull()
    await writeFile(
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.md')]),
      '',
    )
    const found = await findFiles(root, never)
    expect(found?.name).toEqual(expect.any(String))
    expect(found?.toDisk()).toBeNull()
    expect(await findFiles(root, AbortSignal.abort())).toBeNull()
    vi.stubEnv('TMPDIR', join(root, 'missing'))
    expect(await findFiles(root, never)).toBeNull()
    vi.unstubAllEnvs()
    vi.stubEnv('PATH', root)
    expect(await findFiles(root, never)).toBeNull()
  }),
)
