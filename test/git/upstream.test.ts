import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Repository } from '../../src/git/repository.ts'
import { currentBranch, findUpstream } from '../../src/git/upstream.ts'
import { type Clone, withOne } from '../support/with-clones.ts'

async function found({ folder }: Clone): Promise<Repository> {
  const repository = await Repository.find(folder)
  if (repository === null) throw new Error('There is no repository.')
  return repository
}

test('the branch is told as git tells it, however HEAD says which it is', () =>
  withOne({ 'n.md': '# N\n' }, async (ada) => {
    const repository = await found(ada)
    const head = join(ada.folder, '.git/HEAD')
    expect(await currentBranch(repository)).toBe('refs/heads/main')
    ada.git('checkout', '--quiet', '-b', 'été/2')
    expect(await currentBranch(repository)).toBe('refs/heads/été/2')
    ada.git('checkout', '--quiet', '--orphan', 'unborn')
    expect(await currentBranch(repository)).toBe('refs/heads/unborn')
    await writeFile(head, 'ref:  refs/heads/main  \n')
    expect(await currentBranch(repository)).toBe('refs/heads/main')
    await rm(head)
    await symlink('refs/heads/main', head)
    expect(await currentBranch(repository)).toBe('refs/heads/main')
    ada.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')
    ada.git('symbolic-ref', 'HEAD', 'refs/heads/alias')
    expect(await currentBranch(repository)).toBe('refs/heads/main')
    ada.git('checkout', '--quiet', '--detach', 'main')
    expect(await currentBranch(repository)).toBeNull()
  }))

test('a branch of another work tree is told there', () =>
  withOne({ 'n.md': '# N\n' }, async (ada) => {
    ada.git('worktree', 'add', '--quiet', '-b', 'beside', `${ada.folder}.beside`)
    expect(await currentBranch(await found({ ...ada, folder: `${ada.folder}.beside` }))).toBe(
      'refs/heads/beside',
    )
    expect(await currentBranch(await found(ada))).toBe('refs/heads/main')
  }))

test('a branch that follows nothing goes to origin, else to the only remote that has an address', () =>
  withOne({ 'n.md': '# N\n' }, async (ada) => {
    const upstream = async () => findUpstream(await found(ada), 'refs/heads/other')
    const to = (remote: string) => ({ remote, branch: 'refs/heads/other', isSet: false })
    ada.git('remote', 'add', 'second.one', '/nowhere')
    expect(await upstream()).toEqual(to('origin'))
    ada.git('remote', 'remove', 'origin')
    ada.git('config', 'remote.origin.prune', 'true')
    expect(await upstream()).toEqual(to('second.one'))
    ada.git('remote', 'add', 'third', '/nowhere')
    expect(await upstream()).toBeNull()
  }))
