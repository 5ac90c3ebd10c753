import { describe, expect, test } from 'vitest'
import { type Clone, withOne, withTwo } from '../support/with-clones.ts'

const files = { 'a.md': '# A\none\n' }

/** Makes a branch with a file of its own, beside the one that is checked out. */
async function branchOff(
  { git, write }: Clone,
  name: string,
  path: string,
  text = 'secret\n',
): Promise<void> {
  git('checkout', '--quiet', '-b', name)
  await write(path, text)
  git('add', '--all')
  git('commit', '--quiet', '-m', name)
  git('checkout', '--quiet', 'main')
}

describe('a merge that a person has prepared', () => {
  for (const branches of [['private'], ['origin/main', 'private']])
    test(`is not ended by a sync where it brings in what others have not sent: ${branches.join(', ')}`, () =>
      withTwo(files, async (other, own) => {
        await branchOff(own, 'private', 'p.md')
        await other.send({ 'b.md': 'theirs\n' })
        own.git('fetch', '--quiet')
        await own.write('k.md', 'own\n')
        own.git('add', 'k.md')
        own.git('commit', '--quiet', '-m', 'mine')
        own.git('merge', '--quiet', '--no-commit', '--no-ff', ...branches)
        for (const attempt of [1, 2]) {
          const { code, stderr } = await own.flint('sync')
          expect({ attempt, code, stderr }).toMatchObject({
            code: 1,
            stderr: expect.stringContaining('A merge is under way'),
          })
          expect(stderr).toContain('git merge --abort')
        }
        expect(own.git('log', '-1', '--format=%s')).toBe('mine\n')
        own.git('merge', '--abort')
        expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
        expect(own.git('ls-tree', '--name-only', 'origin/main')).not.toContain('p.md')
        own.git('merge', '--quiet', '--no-commit', '--no-ff', 'private')
        expect((await own.flint('sync')).code).toBe(1)
        own.git('commit', '--quiet', '--no-edit')
        expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
        expect(own.git('ls-tree', '--name-only', 'origin/main')).toContain('p.md')
      }))

  test('is left to them where it is in conflict, or there is no remote', () =>
    withOne(files, async (ada) => {
      await branchOff(ada, 'private', 'a.md', '# A\nsecret\n')
      await ada.write('a.md', '# A\nmine\n')
      ada.git('commit', '--quiet', '--all', '-m', 'mine')
      expect(() => ada.git('merge', '--quiet', 'private')).toThrow('Command failed')
      expect((await ada.flint('sync')).stderr).toContain('git merge --abort')
      ada.git('remote', 'remove', 'origin')
      await ada.write('a.md', '# A\nboth\n')
      expect((await ada.flint('sync')).stderr).toContain('git merge --abort')
      expect(ada.git('log', '-1', '--format=%s')).toBe('mine\n')
    }))

  test('is ended where it brings in what others have sent', () =>
    withTwo(files, async (other, own) => {
      await other.send({ 'a.md': '# A\ntheirs\n' })
      await own.write('a.md', '# A\nmine\n')
      own.git('commit', '--quiet', '--all', '-m', 'mine')
      expect(() => own.git('pull', '--quiet', '--no-rebase')).toThrow('Command failed')
      await own.write('a.md', '# A\nboth\n')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(own.git('show', 'origin/main:a.md')).toBe('# A\nboth\n')
    }))

  test('is ended where flint began it, although git has forgotten what others had', () =>
    withTwo(files, async (other, own) => {
      await other.send({ 'a.md': '# A\ntheirs\n' })
      await own.write('a.md', '# A\nmine\n')
      expect((await own.flint('sync')).code).toBe(4)
      await own.write('a.md', '# A\nboth\n')
      own.git('update-ref', '-d', 'refs/remotes/origin/main')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    }))
})
