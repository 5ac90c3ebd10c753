import { expect, test } from 'vitest'
import { killSync } from '../support/kill-sync.ts'
import { syncBeside } from '../support/quicker-pusher.ts'
import { listFiles } from '../support/shared-data.ts'
import { times } from '../support/long.ts'
import { until } from '../support/until.ts'
import { withTwo } from '../support/with-clones.ts'

const notes = Array.from({ length: 8 }, (_, n) => `n${n}.md`)
const files = Object.fromEntries(notes.map((path) => [path, `# ${path}\n\n- [ ] one\n- [ ] two\n`]))

test(
  'a sync that is killed at any moment can be repeated, and nothing of either side is lost',
  () =>
    withTwo(files, async (ada, bob, flint) => {
      const words: string[] = []
      for (let round = 0; round < times(4, 40); round += 1) {
        for (const [at, path] of notes.entries()) {
          const clone = at % 2 === 0 ? ada : bob
          const word = `word${round}x${at}`
          words.push(word)
          await clone.write(path, (await clone.read(path)).replace('- [ ] two', `- [ ] ${word}\n- [ ] two`))
        }
        words.push(`made${round}`)
        await bob.write(`made ${round}.md`, `made${round}\n`)
        expect((await ada.flint('sync')).code).toBe(0)

        // Each round it is killed a little later, by what git has written until then.
        await killSync(bob, flint, 1 + round * times(9, 1))
        await until('it can be repeated', async () => (await bob.flint('sync')).code === 0)
        expect((await ada.flint('sync')).code).toBe(0)
        expect(bob.git('rev-parse', 'HEAD^{tree}')).toBe(ada.git('rev-parse', 'HEAD^{tree}'))
        expect(bob.git('status', '--porcelain')).toBe('')
      }
      const texts = await Promise.all(
        listFiles(ada.folder, '.md').map(async (file) => await ada.read(file.slice(ada.folder.length + 1))),
      )
      for (const word of words) expect(texts.join('\n')).toContain(word)
    }),
  times(240_000, 3_600_000),
)

test('a sync that is killed once its merge is sent and before it is in place is gone on with, and edits since then stay', () =>
  withTwo({ 'n.md': '# N\n\none\n\ntwo\n', 'turns.md': '' }, async (ada, bob, flint) => {
    for (const [round, isEdited] of [false, true].entries()) {
      await bob.write(`b${round}.md`, '# B\n')
      await ada.write('n.md', (await ada.read('n.md')).replace(/^one.*$/m, `one of round ${round}`))
      const before = bob.git('rev-parse', 'HEAD')
      await syncBeside(ada, bob, flint, { times: round + 1, then: 'kill -9 $PPID' })
      // Sent, and of the last turn nothing is here yet.
      const [here, there] = [bob.git('rev-parse', 'HEAD'), bob.git('rev-parse', 'origin/main')]
      expect(bob.git('ls-remote', 'origin', 'main')).toContain(there.trim())
      expect(bob.git('rev-parse', `${there.trim()}^1`)).toBe(here)
      expect(here).not.toBe(before)
      expect(await bob.read('turns.md')).toBe('turn\n'.repeat(round))
      expect(bob.git('status', '--porcelain')).toBe('')

      if (isEdited) {
        await bob.write('n.md', (await bob.read('n.md')).replace('two', 'two of Bob'))
        await bob.write('late.md', '# Late\n')
      }
      const { code, stderr } = await bob.flint('sync')
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(bob.git('status', '--porcelain')).toBe('')
      expect(await bob.read('turns.md')).toBe('turn\n'.repeat(round + 1))
      expect(await bob.read('n.md')).toBe(
        `# N\n\none of round ${round}\n\n${isEdited ? 'two of Bob' : 'two'}\n`,
      )
      // Without edits nothing is left to merge.
      if (!isEdited) expect(bob.git('rev-parse', 'HEAD')).toBe(there)
      expect((await ada.flint('sync')).code).toBe(0)
      expect(await ada.read(`b${round}.md`)).toBe('# B\n')
      expect(ada.git('rev-parse', 'HEAD^{tree}')).toBe(bob.git('rev-parse', 'HEAD^{tree}'))
    }
    expect(await ada.read('late.md')).toBe('# Late\n')
  }))
