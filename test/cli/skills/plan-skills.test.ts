import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSkills } from '../../../src/cli/skills/plan-skills.ts'
import { hashText } from '../../../src/cli/skills/skill-file.ts'

const path = 'skills/zk/SKILL.md'

/** What becomes of one file. Null: flint brings none, none was installed, none is there. */
function outcome(ours: string | null, installed: string | null, onDisk: string | null, force = false) {
  const { steps, record } = planSkills({
    ours: ours === null ? [] : [{ path, text: ours }],
    recorded: new Map(installed === null ? [] : [[path, hashText(installed)]]),
    onDisk: new Map(onDisk === null ? [] : [[path, onDisk]]),
    force,
  })
  return { outcome: steps[0]?.outcome ?? null, recorded: record[path] ?? null }
}

test.each([
  ['nothing is there', 'new', null, null, 'written', 'new'],
  ['it was deleted', 'new', 'old', null, 'written', 'new'],
  ['it is the same', 'new', null, 'new', 'unchanged', 'new'],
  ['git changed its line ends', 'a\nb\n', null, 'a\r\nb\r\n', 'unchanged', 'a\nb\n'],
  ['it is as flint installed it', 'new', 'old', 'old', 'updated', 'new'],
  ['it is so but for line ends', 'new', 'a\nb\n', 'a\r\nb\r\n', 'updated', 'new'],
  ['it was edited', 'new', 'old', 'mine', 'kept', 'old'],
  ['it is somebody else’s', 'new', null, 'mine', 'kept', null],
  ['flint no longer brings it', null, 'old', 'old', 'removed', null],
  ['flint no longer brings it, and it was edited', null, 'old', 'mine', 'kept', null],
  ['flint no longer brings it, and it is gone', null, 'old', null, null, null],
] as const)('when %s', (_what, ours, installed, onDisk, expected, recorded) => {
  expect(outcome(ours, installed, onDisk)).toEqual({
    outcome: expected,
    recorded: recorded === null ? null : hashText(recorded),
  })
})

test('force replaces only what would be kept', () => {
  expect(outcome('new', 'old', 'mine', true).outcome).toBe('replaced')
  expect(outcome('new', null, 'mine', true)).toEqual({ outcome: 'replaced', recorded: hashText('new') })
  expect(outcome('new', 'old', 'old', true).outcome).toBe('updated')
  expect(outcome('new', 'new', 'new', true).outcome).toBe('unchanged')
  expect(outcome(null, 'old', 'mine', true).outcome).toBe('kept')
})

test('a text that flint did not install is never overwritten or removed, whatever the state', () => {
  const text = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })
  fc.assert(
    fc.property(text, text, text, (ours, installed, onDisk) => {
      const { outcome: done } = outcome(ours, installed, onDisk)
      if (done === 'written') expect(onDisk).toBeNull()
      if (done === 'updated' || done === 'removed') expect(onDisk).toBe(installed)
      expect(done).not.toBe('replaced')
    }),
  )
})
