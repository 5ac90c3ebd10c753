import { expect, test } from 'vitest'
import { isWindows, issueJson, issuesPath, withGitLab } from '../../support/with-gitlab.ts'

const closing = {
  [`GET ${issuesPath}/12`]: { status: 200, json: issueJson() },
  [`PUT ${issuesPath}/12`]: {
    status: 200,
    json: issueJson({ state: 'closed', closed_at: '2026-03-02T09:30:00.000Z' }),
  },
  [`POST ${issuesPath}/12/notes`]: { status: 201, json: { id: 302, body: 'Done.', system: false } },
}

test.skipIf(isWindows)('it is closed once the user agreed, and not before', () =>
  withGitLab({}, closing, async ({ call }, { calls }) => {
    const { error } = await call('close_issue', { issue_number: 12, comment: 'Done.' })
    expect(error).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      would: 'Closes issue #12 "Choose the typeface" (opened) in team/site, with the comment: Done.',
    })
    expect(calls().map(({ asked }) => asked)).toEqual([`GET ${issuesPath}/12`])
    expect(
      await call('close_issue', { issue_number: 12, comment: 'Done.\n/reopen', confirm: true }),
    ).toMatchObject({
      issue_number: 12,
      url: 'https://gitlab.com/team/site/-/issues/12',
      title: 'Choose the typeface',
      status: 'closed',
    })
    const [, put, note] = calls()
    expect(put).toMatchObject({ asked: `PUT ${issuesPath}/12`, stdin: '{"state_event":"close"}' })
    expect(JSON.parse(note.stdin)).toEqual({ body: 'Done.\n\\/reopen' })
    expect(calls()).toHaveLength(3)
  }),
)

test.skipIf(isWindows)('a vault that denies what destroys refuses it without a call', () =>
  withGitLab(
    { '.flint-note/config.yml': 'permissions: { destructive: deny }\n' },
    closing,
    async ({ call }, { calls }) => {
      const { error } = await call('close_issue', { issue_number: 12, confirm: true })
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', permission: 'permissions.destructive' })
      expect(calls()).toEqual([])
    },
  ),
)

test.skipIf(isWindows)('an issue that is not there', () =>
  withGitLab({}, {}, async ({ call }) => {
    for (const confirm of [false, true]) {
      expect((await call('close_issue', { issue_number: 99, confirm })).error).toMatchObject({
        code: 'GITLAB_ERROR',
        reason: 'no_such_issue',
        hint: expect.stringContaining('get_issues'),
      })
    }
  }),
)

test.skipIf(isWindows)(
  'a comment that GitLab does not take leaves the issue closed, and the answer says so',
  () =>
    withGitLab(
      {},
      { ...closing, [`POST ${issuesPath}/12/notes`]: { status: 403, json: { message: '403 Forbidden' } } },
      async ({ call }) => {
        expect(
          await call('close_issue', { issue_number: 12, comment: 'Done.', confirm: true }),
        ).toMatchObject({
          status: 'closed',
          warnings: [expect.stringContaining('comment was not added')],
        })
      },
    ),
)
