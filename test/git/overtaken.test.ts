import { appendFileSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { syncBeside } from '../support/quicker-pusher.ts'
import { withTwo } from '../support/with-clones.ts'

const files = { 'a.md': '# A\n' }

test('whoever is overtaken again and again merges again, and sends it in the end', () =>
  withTwo(files, async (ada, bob, flint) => {
    await ada.send({ 'turns.md': '' })
    await bob.write('b.md', '# B\n')
    const { code, stdout } = await syncBeside(ada, bob, flint, { times: 10 })
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Sent to origin.') })
    expect(await bob.read('turns.md')).toBe('turn\n'.repeat(10))
    expect(bob.git('status', '--porcelain')).toBe('')
    // Only what is sent is put in place, but for the first merge.
    expect(bob.git('rev-list', '--count', '--merges', 'HEAD').trim()).toBe('2')
    await ada.flint('sync')
    expect(await ada.read('b.md')).toBe('# B\n')
  }))

test('what is written while a merge that was sent waits to be put in place is joined with it, or becomes a conflict', () =>
  withTwo({ 'n.md': '# N\n\none\n\ntwo\n' }, async (ada, bob, flint) => {
    await ada.send({ 'turns.md': '' })
    for (const [round, hers, his] of [
      [1, '# N\n\nhers\n\ntwo\n', '# N\n\none\n\nhis\n'],
      [2, '# N\n\nhers again\n\nhis\n', '# N\n\nhis again\n\nhis\n'],
    ] as const) {
      await bob.write(`b${round}.md`, '# B\n')
      await ada.write('n.md', hers)
      const then = `printf '${his.replaceAll('\n', '\\n')}' > '${bob.folder}/n.md'`
      const { code } = await syncBeside(ada, bob, flint, { times: round, then })
      expect({ round, code }).toEqual({ round, code: round === 1 ? 0 : 4 })
      expect(bob.git('show', `origin/main:b${round}.md`)).toBe('# B\n')
      expect(await bob.read('turns.md')).toBe('turn\n'.repeat(round))
      if (round === 1) {
        expect(await bob.read('n.md')).toBe('# N\n\nhers\n\nhis\n')
        expect((await bob.flint('sync')).code).toBe(0)
        expect((await ada.flint('sync')).code).toBe(0)
      }
    }
    expect(await bob.read('n.md')).toMatch(/<{7}.*\nhis again\n={7}\nhers again\n>{7}/)
  }))

test(
  'a note that an editor saves faster than it can be written is committed as it is then, and merged anew',
  () =>
    withTwo({ 'n.md': '# N\n\none\n' }, async (ada, bob) => {
      await ada.send({ 'n.md': '# N of ada\n\none\n' })
      const commits = () => readFileSync(join(bob.folder, '.git/logs/HEAD'), 'utf8').split('\n').length
      const before = commits()
      let saves = 0
      const editor = setInterval(() => {
        // The editor rests once the sync has begun anew.
        if (commits() > before + 1) clearInterval(editor)
        else appendFileSync(join(bob.folder, 'n.md'), `saved ${++saves}\n`)
      }, 1)
      const { code, stderr } = await bob.flint('sync').finally(() => {
        clearInterval(editor)
      })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect((await bob.flint('sync')).code).toBe(0)
      const lines = Array.from({ length: saves }, (_, at) => `saved ${at + 1}\n`)
      expect(bob.git('show', 'origin/main:n.md')).toBe(`# N of ada\n\none\n${lines.join('')}`)
    }),
  180_000,
)

test('a lock that a git has left over there is told from being overtaken', () =>
  withTwo(files, async (_ada, bob, { folder }) => {
    const lock = join(folder, 'hub.git/refs/heads/main.lock')
    await writeFile(lock, '')
    await bob.write('b.md', '# B\n')
    const { code, stderr } = await bob.flint('sync')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('holds a lock') })
    expect(stderr).toMatch(/remove the lock over there: .*refs\/heads\/main\.lock\n/)
    expect(await readFile(lock, 'utf8')).toBe('')
    await rm(lock)
    expect((await bob.flint('sync')).stdout).toContain('Sent to origin.')
  }))
