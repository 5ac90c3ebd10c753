import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Repository } from '../../src/git/repository.ts'
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

test('settings are taken of the repository that is looked at, as git lists them, where its work tree lies beside them', () =>
  withTwo(files, async ({ folder: top, git }, other) => {
    const begun = StatusAhead.begin(top, {})
    const listed = await begun?.settingsOf(top)
    expect(listed).toContain('local\0user.name\nada\0')
    expect(await begun?.settingsOf(other.folder)).toBeNull()
    const known = await Repository.find(join(top, 'below'), undefined, begun)
    expect(known).toMatchObject({ top, gitFolder: join(top, '.git'), vaultPath: 'below', refused: [] })
    expect(await Repository.find(join(top, 'below'))).toMatchObject({ top, gitFolder: join(top, '.git') })
    expect(known?.setting('branch.main.remote')).toBe('origin')
    await begun?.close()
    git('config', '--file', join(top, 'elsewhere'), 'core.worktree', other.folder)
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(top, 'elsewhere'))
    const misled = StatusAhead.begin(top, {})
    vi.unstubAllEnvs()
    expect(await misled?.settingsOf(top)).toBeNull()
    await misled?.close()
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
    expect(await begun?.settingsOf(inner)).toBeNull()
    expect(begun).not.toBeNull()
  }))
