import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Clone, runGit, withOne, withTwo } from '../support/with-clones.ts'

const rot = 'tr a-z n-za-m'
const files = { 'a.md': '# A\n', '.gitattributes': 'secret* filter=rot\n', 'x.csv': 'x\n' }

function setFilter(clone: Clone, keys: readonly string[] = ['clean', 'smudge']): void {
  for (const key of keys) clone.git('config', `filter.rot.${key}`, key === 'required' ? 'true' : rot)
}

/** All texts that anybody has sent. */
const sent = ({ git }: Clone) => git('log', '--format=', '--patch', 'origin/main')

describe('a file whose filter is set in the repository', () => {
  for (const keys of [['clean', 'smudge', 'required'], ['clean'], ['smudge'], ['process'], ['required']])
    test(`is not committed without it: ${keys.join(', ')}`, () =>
      withOne(files, async (ada) => {
        setFilter(ada, keys)
        await ada.write('secret.md', 'plain secret\n')
        await ada.write('a.md', '# A\nmore\n')
        const before = ada.git('rev-parse', 'HEAD')
        const { code, stderr } = await ada.flint('sync')
        expect({ code, stderr }).toMatchObject({
          code: 1,
          stderr: expect.stringContaining('secret.md needs'),
        })
        expect(stderr).toContain('filter.rot')
        expect(stderr).toContain('Commit it with git itself')
        expect(ada.git('rev-parse', 'HEAD')).toBe(before)
        expect(ada.git('cat-file', '--batch-all-objects', '--batch')).not.toContain('plain secret')
      }))

  test('goes with the sync once git itself has committed it, and as git wrote it', () =>
    withTwo(files, async (other, own) => {
      setFilter(own)
      await own.write('secret.md', 'plain secret\n')
      expect((await own.flint('sync')).code).toBe(1)
      own.git('add', 'secret.md')
      own.git('commit', '--quiet', '-m', 'mine')
      await other.send({ 'b.md': 'b\n' })
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(await own.read('secret.md')).toBe('plain secret\n')
      expect(own.git('show', 'origin/main:secret.md')).toBe('cynva frperg\n')
      await own.write('secret.md', 'plain secret, edited\n')
      expect((await own.flint('sync')).code).toBe(1)
      own.git('commit', '--quiet', '--all', '-m', 'mine')
      await own.flint('sync')
      expect(sent(own)).not.toContain('plain secret')
      await own.remove('secret.md')
      expect((await own.flint('sync')).stdout).toContain('1 file committed.')
    }))

  test('is not put in place without it, and nothing else is either', () =>
    withTwo({ ...files, 'secret.md': 'nyy\n' }, async (other, own) => {
      setFilter(own)
      own.git('rm', '--quiet', '--cached', 'secret.md')
      own.git('reset', '--quiet', '--hard')
      expect(await own.read('secret.md')).toBe('all\n')
      await other.send({ 'a.md': '# A\ntheirs\n', 'secret.md': 'nyy bs vg\n' })
      for (const mine of [null, 'mine\n']) {
        if (mine !== null) await own.write('mine.md', mine)
        const { code, stderr } = await own.flint('sync')
        expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('git pull') })
        expect(stderr).toContain('Others have sent secret.md')
        expect([await own.read('secret.md'), await own.read('a.md')]).toEqual(['all\n', '# A\n'])
      }
      own.git('pull', '--quiet', '--no-rebase', '--no-edit')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(await own.read('secret.md')).toBe('all of it\n')
    }))

  test('is taken by the attributes that come with it', () =>
    withTwo({ 'a.md': '# A\n' }, async (other, own) => {
      setFilter(own)
      await other.send({ '.gitattributes': 'secret* filter=rot\n', 'secret.md': 'nyy\n' })
      expect((await own.flint('sync')).stderr).toContain('Others have sent secret.md')
      expect(own.git('status', '--porcelain')).toBe('')
    }))

  test('is not in a merge that a sync ends', () =>
    withTwo({ ...files, 'a.md': '# A\none\n', 'secret.md': 'nyy\n' }, async (other, own) => {
      await other.send({ 'a.md': '# A\ntheirs\n' })
      await own.write('a.md', '# A\nours\n')
      expect((await own.flint('sync')).code).toBe(4)
      setFilter(own)
      await own.write('a.md', '# A\nboth\n')
      await own.write('secret.md', 'plain secret\n')
      expect((await own.flint('sync')).stderr).toContain('secret.md needs')
      own.git('commit', '--quiet', '--all', '-m', 'both')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(sent(own)).not.toContain('plain secret')
    }))

  test('is committed by flint where the filter is in the settings of the user', () =>
    withOne(files, async (ada, flint) => {
      setFilter(ada)
      await ada.write('secret.md', 'plain secret\n')
      const settings = join(flint.folder, 'users')
      for (const key of ['clean', 'smudge'])
        runGit(ada.folder, 'config', '--file', settings, `filter.rot.${key}`, rot)
      const env = {
        FLINT_CONFIG_DIR: `${ada.folder}.config`,
        FLINT_DATA_DIR: `${ada.folder}.data`,
        GIT_CONFIG_GLOBAL: settings,
      }
      const { stdout } = await flint.run(['sync'], { cwd: ada.folder, env, isProcess: true })
      expect(stdout).toContain('Sent to origin.')
      expect(ada.git('show', 'origin/main:secret.md')).toBe('cynva frperg\n')
    }))

  test('is left out of commits of changes, which says so until git has committed it', () =>
    withOne({ ...files, 'secret.md': 'nyy\n' }, async (ada) => {
      setFilter(ada)
      await ada.flint('create', 'own', 'Own', ada.folder)
      await ada.write('.flint-note/config.yml', 'history: { git: on }\n')
      await ada.flint('call', 'append_to_note', '--json', '{"identifier":"a","content":"more"}')
      await ada.flint('call', 'append_to_note', '--json', '{"identifier":"secret","content":"plain secret"}')
      await ada.flint('undo', '--last')
      await ada.flint('call', 'append_to_note', '--json', '{"identifier":"secret","content":"plain secret"}')
      expect(ada.git('log', '--format=%s', '--name-only', 'origin/main..')).toBe(
        'append_to_note: a.md\n\na.md\n',
      )
      for (const command of [['status', 'own'], ['doctor']])
        expect((await ada.flint(...command)).stdout).toContain('secret.md needs the filter filter.rot')
      expect(ada.git('cat-file', '--batch-all-objects', '--batch')).not.toContain('plain secret')
      ada.git('commit', '--quiet', '--all', '-m', 'mine')
      expect((await ada.flint('status', 'own')).stdout).not.toContain('secret.md')
    }))
})
