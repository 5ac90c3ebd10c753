import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Flint, withFlint } from './with-flint.ts'

const files = {
  'v/lamp.md': '# Desk lamp\n\nBeside the [[shelf]].\n',
  'v/both.md': '# At the root\n',
  'v/deep/both.md': '# In deep\n',
  'v/deep/d.md': '# Drawer\n\nBelow the [[lamp]].\n\n- [ ] oil it\n',
  'v/deep/in/e.md': '# Edge\n',
  'outside.md': '# Outside\n',
}

async function withVault(
  use: (
    flint: Flint & { readonly read: (path: string) => Promise<string>; readonly deep: { cwd: string } },
  ) => Promise<void>,
): Promise<void> {
  await withFlint(files, async (flint) => {
    const root = join(flint.folder, 'v')
    await flint.run(['init'], { cwd: root })
    await use({
      ...flint,
      deep: { cwd: join(root, 'deep') },
      read: async (path) => readFile(join(root, path), 'utf8'),
    })
  })
}

test('in a folder of the vault a note is named by its file there', () =>
  withVault(async ({ run, deep }) => {
    for (const word of ['d.md', './d', 'deep/d.md', '../deep/d.md'])
      expect((await run(['show', word], deep)).stdout, word).toContain('# Drawer')
    expect((await run(['show', 'in/e.md'], deep)).stdout).toContain('# Edge')
    expect((await run(['show', '../lamp.md'], deep)).stdout).toContain('# Desk lamp')
  }))

test('so it is in options, for changes and for tasks', () =>
  withVault(async ({ run, json, read, deep }) => {
    expect((await json(['notes', '--linked-from', 'd.md'], deep)).total).toBe(1)
    expect((await run(['graph', './d.md'], deep)).stdout).toContain('deep/d.md')
    expect((await run(['append', './d.md', 'Of oak.'], deep)).stdout).toContain('added to deep/d.md')
    expect((await run(['history', 'd.md'], deep)).stdout).toContain('append_to_note')
    expect((await run(['todo', 'Wax it', '--note', 'd.md'], deep)).stdout).toContain('(deep/d.md:')
    expect((await run(['done', 'd.md:5'], deep)).stdout).toContain('[x] oil it')
    expect(await read('deep/d.md')).toContain('Of oak.')
  }))

test('mv takes its target from the working directory where that begins with a dot', () =>
  withVault(async ({ run, deep }) => {
    const moved = async (...args: readonly string[]) => (await run(['mv', ...args], deep)).stdout
    expect(await moved('d.md', '../x.md')).toContain('deep/d.md is x.md now.')
    expect(await moved('x.md', './in/')).toContain('x.md is deep/in/x.md now.')
    expect(await moved('in/x.md', './')).toContain('deep/in/x.md is deep/x.md now.')
    expect(await moved('x.md', '../')).toContain('deep/x.md is x.md now.')
    expect(await moved('x.md', 'deep/y.md')).toContain('x.md is deep/y.md now.')
    expect(await run(['mv', 'y.md', '../../out.md'], deep)).toMatchObject({ code: 1, stdout: '' })
  }))

test('an id from the root comes first, and nothing outside the vault is a note', () =>
  withVault(async ({ run, folder, deep }) => {
    expect((await run(['show', 'both.md'], deep)).stdout).toContain('# At the root')
    expect(await run(['show', '../../outside.md'], deep)).toMatchObject({ code: 1, stdout: '' })
    expect(await run(['show', 'none.md'], deep)).toMatchObject({ code: 3, stdout: '' })
    expect(await run(['show', 'outside.md', '--vault', join(folder, 'v')], { cwd: folder })).toMatchObject({
      code: 3,
      stdout: '',
    })
    await mkdir(join(folder, 'other'))
    await symlink(join(folder, 'v/deep'), join(folder, 'other/link'))
    const linked = { cwd: join(folder, 'other/link') }
    expect((await run(['show', 'd.md', '--vault', join(folder, 'v')], linked)).stdout).toContain('# Drawer')
  }))

test('a dot means the working directory, whatever the root has by that name', () =>
  withVault(async ({ run, json, read, folder, deep }) => {
    for (const word of ['./both.md', './both', '../deep/both.md'])
      expect((await run(['show', word], deep)).stdout, word).toContain('# In deep')
    expect((await run(['append', './both.md', 'Of oak.'], deep)).stdout).toContain('added to deep/both.md')
    expect(await read('both.md')).toBe(files['v/both.md'])
    expect((await run(['mv', './both.md', './x.md'], deep)).stdout).toContain(
      'deep/both.md is deep/x.md now.',
    )
    expect(await run(['show', './both.md'], deep)).toMatchObject({ code: 3, stdout: '' })
    const all = ['deep/d.md', 'deep/in/e.md', 'deep/x.md']
    for (const [place, found] of [
      ['./', all],
      ['./in', ['deep/in/e.md']],
      ['../deep/', all],
    ] as const) {
      const { notes } = await json(['notes', '--dir', place], deep)
      expect(notes.map(({ id }: { readonly id: string }) => id).sort(), place).toEqual(found)
    }
    const below = await json(['grep', '^# ', '--in', './*.md'], deep)
    expect(below.results.map(({ path }: { readonly path: string }) => path)).toEqual([
      'deep/d.md',
      'deep/x.md',
    ])
    expect((await run(['grep', '^# ', '--in', '../', '-l'], deep)).stdout).toContain('lamp.md')
    const outside = { cwd: folder }
    expect(await run(['show', './lamp.md', '--vault', join(folder, 'v')], outside)).toMatchObject({
      code: 1,
      stdout: '',
    })
  }))
