import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withOne, withTwo } from '../support/with-clones.ts'

const files = { 'a.md': '# A\n', 'n1.md': 'first\n' }

describe('a file that a person has taken out of git, and has it ignore', () => {
  for (const ignore of ['.gitignore', '.git/info/exclude'])
    test(`is committed as removed, stays on disk, and is not sent again: ${ignore}`, () =>
      withTwo(files, async (other, own) => {
        await own.write(ignore, 'n1.md\n')
        own.git('rm', '--quiet', '--cached', 'n1.md')
        await own.write('n1.md', 'first\nsecret\n')
        expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
        expect(own.git('ls-files')).not.toContain('n1.md')
        await own.write('n1.md', 'first\nsecret\nmore\n')
        await own.write('a.md', '# A\nmore\n')
        expect((await own.flint('sync')).stdout).toContain('1 file committed.')
        expect(await own.read('n1.md')).toBe('first\nsecret\nmore\n')
        expect(own.git('log', '--patch', 'origin/main')).not.toContain('secret')
        await other.flint('sync')
        expect(other.git('ls-files')).not.toContain('n1.md')
      }))

  test('is removed by a merge that a sync ends', () =>
    withTwo({ ...files, 'a.md': '# A\none\n' }, async (other, own) => {
      await other.send({ 'a.md': '# A\ntheirs\n' })
      await own.write('a.md', '# A\nours\n')
      expect((await own.flint('sync')).code).toBe(4)
      await own.write('a.md', '# A\nboth\n')
      await own.write('.gitignore', 'n1.md\n')
      own.git('rm', '--quiet', '--cached', 'n1.md')
      await own.write('n1.md', 'secret\n')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      expect(own.git('ls-tree', '--name-only', 'origin/main')).not.toContain('n1.md')
      expect(await own.read('n1.md')).toBe('secret\n')
    }))

  test('is not in commits of changes, and what is staged stays so', () =>
    withOne(files, async (ada) => {
      await ada.flint('create', 'own', 'Own', ada.folder)
      await ada.write('.flint-note/config.yml', 'history: { git: on }\n')
      await ada.write('.gitignore', 'n1.md\n')
      ada.git('rm', '--quiet', '--cached', 'n1.md')
      for (const identifier of ['n1', 'a'])
        await ada.flint('call', 'append_to_note', '--json', JSON.stringify({ identifier, content: 'secret' }))
      expect(ada.git('log', '--format=%s', 'origin/main..')).toBe('append_to_note: a.md\n')
      expect(ada.git('status', '--porcelain', 'n1.md')).toBe('D  n1.md\n')
      expect(await ada.read('n1.md')).toContain('secret')
    }))
})

describe('a folder in the place of a note that a person has taken out with git', () => {
  for (const inIt of [[], ['n1.md/in.md', 'n1.md/deep/p.md']])
    test(`is committed with what is in it: ${inIt.length} files`, () =>
      withTwo(files, async (other, own) => {
        own.git('rm', '--quiet', 'n1.md')
        await mkdir(join(own.folder, 'n1.md'))
        for (const path of inIt) await own.write(path, `in ${path}\n`)
        const synced = await own.flint('sync')
        expect(synced, synced.stderr).toMatchObject({ code: 0 })
        expect(synced.stdout).toContain('Sent to origin.')
        expect(own.git('status', '--porcelain')).toBe('')
        await other.flint('sync')
        expect(other.git('ls-files', 'n1.md').split('\n').filter(Boolean)).toEqual([...inIt].sort())
      }))
})

test('a file that was taken out of git alone is counted only where it has changed', () =>
  withTwo(files, async (_, own) => {
    own.git('rm', '--quiet', '--cached', 'n1.md')
    await own.write('a.md', '# A\nmore\n')
    expect(JSON.parse((await own.flint('git', 'status', '--json')).stdout)).toMatchObject({
      changed: ['a.md', 'n1.md'],
      changed_count: 2,
    })
    expect((await own.flint('sync')).stdout).toContain('1 file committed.')
    expect(own.git('log', '-1', '--format=%s', '--name-only')).toBe('notes: a.md\n\na.md\n')
    expect(own.git('ls-files')).toContain('n1.md')
  }))
