import { expect, test } from 'vitest'
import { describeChanges, describeFiles } from '../../src/git/describe-changes.ts'

test('the subject of a commit ends before a character that it has no room for', () => {
  for (const beginning of ['', 'x']) {
    const path = `${beginning}${'\u{1F600}'.repeat(60)}.md`
    const change = { id: '1', time: '2026-01-01T00:00:00Z', tool: 'update_note', actor: null, undoes: null }
    const { message } = describeChanges([{ ...change, paths: [path] }], '1f0c')
    for (const told of [message, describeFiles([path])]) {
      const [subject = ''] = told.split('\n')
      expect(subject.isWellFormed()).toBe(true)
      expect(subject.length).toBeGreaterThan(70)
    }
  }
})
