import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'
import { isWindows, issueJson, issuesPath, withGitLab } from '../../support/with-gitlab.ts'

const fields = [
  { name: 'topic', type: 'string', required: true },
  { name: 'source', type: 'select', required: true, constraints: { options: ['web', 'book'] } },
]

test('what its type requires of a document is asked for, and does not keep it out', () =>
  withVault({ 'docs/a.txt': 'Leeks.\n' }, async ({ call, read }) => {
    await call('create_note_type', { type_name: 'resources', description: 'd', metadata_schema: fields })
    const made = await call('ingest', { source: 'docs/a.txt' })
    expect(made).toMatchObject({ note_path: 'resources/a.md', created: true, source: 'docs/a.txt' })
    expect(made.warnings).toEqual([
      expect.stringMatching(/`topic` is required.*update_note.*resources\/a\.md.*metadata/),
      expect.stringMatching(/^source: .*flint/),
    ])
    expect(await read('resources/a.md')).toContain('source: docs/a.txt\n')
    const { content_hash: hash } = made
    await call('update_note', { identifier: 'resources/a.md', metadata: { topic: 'x' }, content_hash: hash })
    const again = await call('ingest', { source: 'docs/a.txt' })
    expect(again).toMatchObject({ note_path: 'resources/a.md', created: false, changed: false })
    expect(await read('resources/a.md')).toContain('topic: x\n')
  }))

test.skipIf(isWindows)('what its type requires of an issue is asked for, and does not keep it out', () =>
  withGitLab({}, { [`GET ${issuesPath}/12`]: { status: 200, json: issueJson() } }, async ({ call }) => {
    await call('create_note_type', {
      type_name: 'projects',
      description: 'd',
      metadata_schema: fields.slice(0, 1),
    })
    const made = await call('issue_to_note', { issue_number: 12 })
    expect(made).toMatchObject({ note_path: 'projects/choose-the-typeface.md', created: true })
    expect(made.warnings).toEqual([expect.stringMatching(/`topic` is required.*update_note/)])
  }),
)
