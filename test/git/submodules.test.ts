import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clone, runGit, withOne } from '../support/with-clones.ts'

/** A vault with a submodule that is staged. */
async function withSubmodule(
  use: (ada: Clone, git: (...args: readonly string[]) => string) => Promise<void>,
): Promise<void> {
  await withOne({ 'a.md': '# A\n' }, async (ada, { folder }) => {
    const local = ['-c', 'protocol.file.allow=always']
    ada.git(...local, 'submodule', '--quiet', 'add', join(folder, 'hub.git'), 'notes of others')
    const inside = join(ada.folder, 'notes of others')
    const author = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
    await use(ada, (...args) => runGit(inside, ...author, ...args))
  })
}

const named = 'of their own, of which nothing is sent: notes of others'

test('a submodule is named while it is only staged, is at another commit or has changed files', () =>
  withSubmodule(async (ada, git) => {
    const said = async () => {
      const [first, second, status] = [
        await ada.flint('sync'),
        await ada.flint('sync'),
        await ada.flint('git', 'status'),
      ]
      expect(status.stdout).toContain('changed    nothing')
      return [first, second, status].map(({ stdout }) => stdout.includes(named))
    }
    const [all, none] = [
      [true, true, true],
      [false, false, false],
    ]
    expect(await said()).toEqual(all)
    ada.git('commit', '--quiet', '-m', 'with it')
    expect(await said()).toEqual(none)
    await ada.write('notes of others/b.md', 'b\n')
    expect(await said()).toEqual(all)
    git('add', 'b.md')
    git('commit', '--quiet', '-m', 'b')
    expect(await said()).toEqual(all)
    expect(ada.git('status', '--porcelain')).toBe(' M "notes of others"\n')
    ada.git('commit', '--quiet', '--all', '-m', 'with b')
    expect(await said()).toEqual(none)
  }))

test('programs that the settings of a submodule name are not run', () =>
  withSubmodule(async (ada, git) => {
    ada.git('commit', '--quiet', '-m', 'with it')
    const ran = join(ada.folder, '..', 'ran')
    for (const name of ['core.fsmonitor', 'filter.f.clean', 'filter.f.process'])
      git('config', name, `mkdir -p '${ran}/${name}'; cat`)
    await ada.write('notes of others/.gitattributes', '*.md filter=f\n')
    await ada.write('notes of others/a.md', '# B\n')
    for (const command of [['sync'], ['git', 'status']])
      expect((await ada.flint(...command)).stdout).toContain(named)
    expect(await readdir(ran).catch(() => [])).toEqual([])
  }))
