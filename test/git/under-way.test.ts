import { expect, test } from 'vitest'
import { type Clone, withOne } from '../support/with-clones.ts'

const cases: readonly {
  readonly what: string
  readonly begin: (git: Clone['git']) => void
  readonly said: string
}[] = [
  {
    what: 'patches are applied',
    begin: (git) => {
      git('format-patch', '--quiet', '--output-directory=..', 'HEAD~3..HEAD~2')
      expect(() => git('am', '--quiet', '../0001-two.patch')).toThrow()
    },
    said: 'Patches are being applied in this repository (git am).',
  },
  {
    what: 'one of several commits is picked, and the next is not',
    begin: (git) => {
      expect(() => git('cherry-pick', 'HEAD~2', 'HEAD~1')).toThrow()
      git('commit', '--quiet', '--all', '-m', 'picked')
    },
    said: 'A cherry-pick or a revert is under way in this repository.',
  },
]

test.each(cases)('nothing is committed or sent while $what', ({ begin, said }) =>
  withOne({ 'a.md': '# A\n' }, async ({ write, git, flint }) => {
    for (const text of ['one', 'two', 'three', 'four']) {
      await write('a.md', `# A\n\n${text}\n`)
      git('commit', '--quiet', '--all', '-m', text)
    }
    begin(git)
    const before = git('rev-parse', 'HEAD', 'origin/main')
    const { code, stderr } = await flint('sync')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(said) })
    expect(git('rev-parse', 'HEAD', 'origin/main')).toBe(before)
  }),
)
