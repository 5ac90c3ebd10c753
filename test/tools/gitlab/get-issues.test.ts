import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'
import { isWindows, issueJson, issuesPath, withGitLab } from '../../support/with-gitlab.ts'

const list = `GET ${issuesPath}`
const some = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => issueJson({ iid: from + at, title: `Issue ${from + at}` }))

test.skipIf(isWindows)('open issues, by labels and assignee', () =>
  withGitLab(
    {},
    { [list]: { status: 200, headers: { 'X-Total': '1' }, json: [issueJson({ title: '[[x]] --help\n' })] } },
    async ({ call }, { calls }) => {
      expect(await call('get_issues', { labels: ['design', 'type::task'], assignee: '@ada' })).toEqual({
        project: 'team/site',
        issues: [
          {
            issue_number: 12,
            title: '[[x]] --help\n',
            url: 'https://gitlab.com/team/site/-/issues/12',
            labels: ['design', 'type::task'],
            assignee: 'ada',
            created_at: '2026-02-11T09:14:03.301Z',
          },
        ],
        untrusted: true,
        total: 1,
        has_more: false,
      })
      expect(Object.fromEntries(new URLSearchParams(calls()[0].args.at(-1).split('?')[1]))).toEqual({
        state: 'opened',
        order_by: 'created_at',
        sort: 'desc',
        labels: 'design,type::task',
        'assignee_username[]': 'ada',
        page: '1',
        per_page: '20',
      })
    },
  ),
)

test.skipIf(isWindows)('an issue says that it is confidential where it is', () =>
  withGitLab(
    {},
    {
      [list]: { status: 200, json: [issueJson({ confidential: true }), issueJson({ confidential: false })] },
    },
    async ({ call }) => {
      const [first, second] = (await call('get_issues')).issues
      expect(first).toMatchObject({ confidential: true })
      expect(second).not.toHaveProperty('confidential')
    },
  ),
)

test.skipIf(isWindows)('pages, by a total that GitLab tells', () =>
  withGitLab(
    {},
    {
      [list]: [
        { status: 200, headers: { 'X-Total': '5', 'X-Next-Page': '2' }, json: some(1, 2) },
        { status: 200, headers: { 'X-Total': '5', 'X-Next-Page': '3' }, json: some(3, 4) },
        { status: 200, headers: { 'X-Total': '5', 'X-Next-Page': '' }, json: some(5, 5) },
      ],
    },
    async ({ call }) => {
      const numbers: number[] = []
      let next: { cursor?: string } = {}
      do {
        const page = await call('get_issues', { limit: 2, ...next })
        expect(page.total).toBe(5)
        for (const { issue_number: number } of page.issues) numbers.push(number)
        next = page.has_more ? { cursor: page.next_cursor } : {}
      } while (next.cursor !== undefined)
      expect(numbers).toEqual([1, 2, 3, 4, 5])
    },
  ),
)

test.skipIf(isWindows)(
  'a page that was cut to fit goes on within one of GitLab’s; of many there is no total',
  () => {
    const long = (from: number, to: number) =>
      some(from, to).map((issue) => ({ ...issue, title: `${issue.iid}`.padEnd(255, 'x') }))
    return withGitLab(
      {},
      {
        [list]: [
          { status: 200, headers: { 'X-Next-Page': '2' }, json: long(1, 20) },
          { status: 200, headers: { 'X-Next-Page': '2' }, json: long(1, 20) },
          { status: 200, headers: { 'X-Next-Page': '3' }, json: long(21, 40) },
        ],
      },
      async ({ call }, { calls }) => {
        const first = await call('get_issues')
        const count = first.issues.length
        expect(count).toBeLessThan(20)
        expect(first).toMatchObject({ total: 21, has_more: true })
        const second = await call('get_issues', { cursor: first.next_cursor })
        expect(second.issues[0].issue_number).toBe(Number(count) + 1)
        expect(second.has_more).toBe(true)
        expect(calls().map(({ args }) => new URLSearchParams(args.at(-1).split('?')[1]).get('page'))).toEqual(
          ['1', '1', '2'],
        )
      },
    )
  },
)

test('without a project it says what to set', () =>
  withVault({}, async ({ call }) => {
    expect((await call('get_issues')).error).toMatchObject({
      code: 'GITLAB_ERROR',
      hint: expect.stringContaining('GITLAB_PROJECT'),
    })
  }))

test.skipIf(isWindows)('what is not an issue is an error, and a failure names its reason', () =>
  withGitLab(
    {},
    {
      [list]: [
        { status: 200, json: [{ iid: 'x' }] },
        { status: 401, json: { message: '401 Unauthorized' } },
      ],
    },
    async ({ call }) => {
      expect((await call('get_issues')).error).toMatchObject({ code: 'GITLAB_ERROR', reason: 'unreadable' })
      expect((await call('get_issues')).error).toMatchObject({
        code: 'GITLAB_ERROR',
        reason: 'not_signed_in',
      })
      expect((await call('get_issues', { labels: ['a,b'] })).error).toMatchObject({
        code: 'INVALID_ARGUMENT',
      })
    },
  ),
)
