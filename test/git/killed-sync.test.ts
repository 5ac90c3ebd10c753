import { expect, test } from 'vitest'
import { killSync } from '../support/kill-sync.ts'
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
