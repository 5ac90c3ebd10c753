import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StatusAhead } from '../../src/git/status-ahead.ts'
import { withTwo } from '../support/with-clones.ts'

const files = { 'n.md': '# N\n', 'below/m.md': '# M\n' }

test('git’s look is begun from any folder of a repository, and taken for the whole of it alone', () =>
  withTwo(files, async ({ folder: top, write }) => {
    await write('new.md', '# New\n')
    const meant = { top, vaultPath: '', refused: [] }
    const begun = StatusAhead.begin(join(top, 'below'), {})
    expect((await begun?.take(meant))?.stdout).toContain('? new.md\0')
    expect(await begun?.take({ ...meant, top: join(top, 'below') })).toBeNull()
    expect(await begun?.take({ ...meant, vaultPath: 'below' })).toBeNull()
    expect(await begun?.take({ ...meant, refused: ['filter.x.clean'] })).toBeNull()
    await begun?.close()
  }))

test('nothing is begun where the repository says more than what git writes, or may not be what it seems', () =>
  withTwo(files, async ({ folder, git }, other) => {
    expect(StatusAhead.begin(folder, { GIT_DIR: '/elsewhere' })).toBeNull()
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
    expect(StatusAhead.begin(folder, {})).toBeNull()
    await rm(join(folder, 'HEAD'))
    git('config', 'filter.x.clean', 'cat')
    expect(StatusAhead.begin(join(folder, 'below'), {})).toBeNull()
    await writeFile(join(other.folder, '.git/commondir'), folder)
    expect(StatusAhead.begin(other.folder, {})).toBeNull()
  }))

test('a folder that git takes for no repository is not looked for further up', () =>
  withTwo(files, async ({ folder, git }) => {
    const inner = join(folder, 'inner')
    await mkdir(join(inner, '.git'), { recursive: true })
    await writeFile(join(inner, '.git/config'), '')
    git('config', 'filter.x.clean', 'cat')
    const begun = StatusAhead.begin(inner, {})
    expect(await begun?.take({ top: inner, vaultPath: '', refused: [] })).toBeNull()
    expect(begun).not.toBeNull()
  }))
