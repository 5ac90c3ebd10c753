import { expect, test } from 'vitest'
import { withTwo } from '../support/with-clones.ts'

const day = (date: string, more = '') =>
  `# ${date}\n\n## Plan\n\n- [ ] Read the mail\n- [ ] Water the plants\n\n## Notes\n\nWhat went well:\n${more}`

const files = {
  '2026-01-01.md': day('2026-01-01'),
  'a.md': '# A\n',
  'plan.md': '# Plan\n\none\ntwo\nthree\n',
}

test('a day made from the template of one that was removed is no new name of it: links stay', () =>
  withTwo(files, async (other, own) => {
    await other.send({
      '2026-01-01.md': null,
      '2026-01-09.md': day('2026-01-09'),
      'plan.md': null,
      'Plans.md': files['plan.md'],
    })
    await own.write('a.md', '# A\n\nSee [[2026-01-01]] and [[plan]].\n')
    expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
    expect(await own.read('a.md')).toBe('# A\n\nSee [[2026-01-01]] and [[Plans]].\n')
  }))

for (const remover of ['others', 'we'])
  test(`what one side writes into a day that the other removed is in conflict, and in no other day: ${remover} removed it`, () =>
    withTwo(files, async (other, own) => {
      const removed = { '2026-01-01.md': null, '2026-01-09.md': day('2026-01-09') }
      const written = { '2026-01-01.md': day('2026-01-01', 'The walk.\n') }
      await other.send(remover === 'others' ? removed : written)
      for (const [path, text] of Object.entries(remover === 'others' ? written : removed))
        await (text === null ? own.remove(path) : own.write(path, text))
      for (const attempt of [1, 2]) {
        const { code, stdout } = await own.flint('sync')
        expect({ attempt, code, stdout }).toMatchObject({
          code: 4,
          stdout: expect.stringContaining(
            remover === 'others' ? 'others have removed' : 'others have changed',
          ),
        })
        expect(stdout).toContain("git add ':/2026-01-01.md'")
      }
      expect(await own.read('2026-01-01.md')).toBe(written['2026-01-01.md'])
      expect(await own.read('2026-01-09.md')).toBe(day('2026-01-09'))
      own.git('add', '2026-01-01.md')
      expect((await own.flint('sync')).stdout).toContain('Sent to origin.')
      await other.flint('sync')
      expect(await other.read('2026-01-01.md')).toBe(written['2026-01-01.md'])
      expect(await other.read('2026-01-09.md')).toBe(day('2026-01-09'))
    }))
