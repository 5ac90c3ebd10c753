import { expect, test } from 'vitest'
import { lines } from '../../support/lines.ts'
import { isWindows, issueJson, issuesPath, withGitLab } from '../../support/with-gitlab.ts'

const post = `POST ${issuesPath}`
const made = { [post]: { status: 201, json: issueJson() } }
const meeting = lines('# Meeting', '', '- [ ] Choose the typeface')

test.skipIf(isWindows)(
  'an issue with the default labels, and a link to it in the note that it comes from',
  () =>
    withGitLab(
      { 'meeting.md': meeting },
      made,
      async ({ call, read }, { calls }) => {
        const result = await call('create_issue', { title: 'Choose the typeface', note_path: 'Meeting' })
        expect(result).toMatchObject({
          issue_number: 12,
          url: 'https://gitlab.com/team/site/-/issues/12',
          title: 'Choose the typeface',
          labels: ['design', 'type::task'],
          note_path: 'meeting.md',
          change_id: expect.any(String),
          content_hash: expect.any(String),
        })
        expect(await read('meeting.md')).toContain(
          '- GitLab: [#12 Choose the typeface](https://gitlab.com/team/site/-/issues/12)\n',
        )
        expect((await read('meeting.md')).startsWith(meeting)).toBe(true)
        expect(JSON.parse(calls()[0].stdin)).toEqual({
          title: 'Choose the typeface',
          labels: 'from notes,todo',
        })
      },
      { GITLAB_DEFAULT_LABELS: 'from notes, todo' },
    ),
)

test.skipIf(isWindows)(
  'labels of the call stand for the default ones, an empty list for none; an assignee is looked up',
  () =>
    withGitLab(
      {},
      { ...made, 'GET users': { status: 200, json: [{ id: 7, username: 'ada' }] } },
      async ({ call }, { calls }) => {
        await call('create_issue', {
          title: 'A',
          labels: ['one', 'two'],
          assignee: '@ada',
          description: 'Why',
        })
        expect(calls()[0].args.at(-1)).toBe('users?username=ada')
        expect(JSON.parse(calls()[1].stdin)).toEqual({
          title: 'A',
          description: 'Why',
          labels: 'one,two',
          assignee_ids: [7],
        })
        await call('create_issue', { title: 'B', labels: [] })
        expect(JSON.parse(calls()[2].stdin)).toEqual({ title: 'B' })
      },
      { GITLAB_DEFAULT_LABELS: 'from notes' },
    ),
)

test
  .skipIf(isWindows)
  .each([
    '--help; rm -rf ~',
    '-F title=@/etc/passwd',
    '@/etc/passwd',
    '"$(touch x)" `touch x` \'',
    'a=b&c %0A :branch',
    'Größe 東京 \u{1f3d4}',
  ])('the title %j arrives as text', (title) =>
  withGitLab({}, made, async ({ call }, { calls }) => {
    const description = `${title}\n\n"${title}"\n/close\n`
    const { error } = await call('create_issue', { title, description, labels: [title], assignee: undefined })
    expect(error).toBeUndefined()
    expect(calls()).toHaveLength(1)
    const [{ args, stdin }] = calls() as [{ args: string[]; stdin: string }]
    expect(args.join('\n')).not.toContain(title)
    expect(JSON.parse(stdin)).toEqual({
      title,
      description: `${title}\n\n"${title}"\n\\/close\n`,
      labels: title,
    })
  }),
)

test.skipIf(isWindows)(
  'no issue is made for a note that is not there, a title of two lines or a user whom GitLab lacks',
  () =>
    withGitLab({}, { ...made, 'GET users': { status: 200, json: [] } }, async ({ call }, { calls }) => {
      expect((await call('create_issue', { title: 'A', note_path: 'nowhere.md' })).error.code).toBe(
        'NOT_FOUND',
      )
      expect((await call('create_issue', { title: 'A\nB' })).error.code).toBe('INVALID_ARGUMENT')
      expect((await call('create_issue', { title: ' ' })).error.code).toBe('INVALID_ARGUMENT')
      expect((await call('create_issue', { title: 'A\0' })).error.code).toBe('INVALID_ARGUMENT')
      expect(calls()).toEqual([])
      expect((await call('create_issue', { title: 'A', assignee: 'nobody' })).error).toMatchObject({
        code: 'GITLAB_ERROR',
        reason: 'no_such_user',
      })
      expect(calls().map(({ asked }) => asked)).toEqual(['GET users'])
    }),
)

test.skipIf(isWindows)('what may have been done all the same says so', () =>
  withGitLab({}, { [post]: { stderr: 'Post "https://gitlab.com/x": EOF\n' } }, async ({ call }) => {
    expect((await call('create_issue', { title: 'A' })).error).toMatchObject({
      code: 'GITLAB_ERROR',
      reason: 'network',
      hint: expect.stringContaining('get_issues'),
    })
  }),
)

test.skipIf(isWindows)('where the vault asks first nothing is sent', () =>
  withGitLab(
    { 'meeting.md': meeting, '.flint-note/config.yml': 'permissions: { write: ask }\n' },
    made,
    async ({ call }, { calls }) => {
      const { error } = await call('create_issue', { title: 'Typeface', note_path: 'meeting.md' })
      expect(error).toMatchObject({
        code: 'CONFIRMATION_REQUIRED',
        would: 'Creates the issue "Typeface" in team/site and adds a link to it to meeting.md.',
      })
      expect(calls()).toEqual([])
    },
  ),
)
