import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { callGlab } from '../../src/gitlab/call-glab.ts'
import { readGitLabProject } from '../../src/gitlab/gitlab-project.ts'
import { isWindows, withGlab, type Answers } from '../support/with-gitlab.ts'
import { until } from '../support/until.ts'
import { telling } from '../support/to-agent.ts'

const never = new AbortController().signal

const get = { method: 'GET', path: 'projects/team%2Fsite' } as const
const answering = (answer: Answers[string]): Answers => ({ 'GET projects/team%2Fsite': answer })

test.skipIf(isWindows)('values travel in the address or over standard input, and nothing else does', () =>
  withGlab({ 'POST projects/team%2Fsite/issues': { status: 201, json: {} } }, async ({ project, calls }) => {
    const body = { title: '--help; rm -rf ~', description: '@/etc/passwd\n"$(id)" `id` \u{1f600}' }
    await callGlab(project, { method: 'POST', path: 'projects/team%2Fsite/issues', body }, never)
    const [call] = calls()
    expect(call.args).toEqual([
      'api',
      '--method',
      'POST',
      '--include',
      '--header',
      'Content-Type: application/json',
      '--input',
      '-',
      'projects/team%2Fsite/issues',
    ])
    expect(JSON.parse(call.stdin)).toEqual(body)
  }),
)

test.skipIf(isWindows)('a query is percent-encoded: glab would fill in :branch and the like', () =>
  withGlab(answering({ status: 200, json: [] }), async ({ project, calls }) => {
    await callGlab(project, { ...get, query: { labels: 'a&b=:branch,#1 ü' } }, never)
    const [call] = calls()
    expect(call.args.at(-1)).toBe('projects/team%2Fsite?labels=a%26b%3D%3Abranch%2C%231+%C3%BC')
    expect(call.stdin).toBeNull()
  }),
)

test.skipIf(isWindows)(
  'it runs outside of any repository, asks nothing, and knows only what it was given',
  async () => {
    process.env['SECRET'] = 'of this process'
    try {
      const env = { GITLAB_HOST: 'git.example.org' }
      await withGlab(
        answering({ status: 200, json: [] }),
        async ({ project, calls }) => {
          await callGlab(project, get, never)
          expect(calls()[0]).toMatchObject({ cwd: realpathSync(tmpdir()), NO_PROMPT: 'true' })
          expect(calls()[0].SECRET).toBeUndefined()
          expect(calls()[0].args).toEqual(expect.arrayContaining(['--hostname', 'git.example.org']))
        },
        env,
      )
    } finally {
      delete process.env['SECRET']
    }
  },
)

test('no glab on the PATH', async () => {
  const project = readGitLabProject({ GITLAB_PROJECT: 'team/site', PATH: '/nowhere' })
  if (project === null) throw new Error('there is no project')
  await expect(callGlab(project, get, never)).rejects.toMatchObject({
    code: 'GITLAB_ERROR',
    facts: { reason: 'not_installed', hint: expect.stringContaining('install glab') },
  })
})

const said = 'glab: 404 Project Not Found (HTTP 404)\n'
test.skipIf(isWindows).each<[string, Answers[string], object]>([
  ['not_signed_in', { status: 401, json: { message: '401 Unauthorized' } }, { status: 401 }],
  [
    'not_signed_in',
    { stderr: 'ERROR: none of the git remotes … run `glab auth login`.\n', exit: 1 },
    { hint: expect.stringContaining('glab auth login') },
  ],
  [
    'not_allowed',
    { status: 403, json: { error: 'insufficient_scope', error_description: 'Needs api.' } },
    { gitlab_says: 'Needs api.' },
  ],
  [
    'no_such_project',
    { status: 404, json: { message: '404 Project Not Found' } },
    { gitlab_says: '404 Project Not Found' },
  ],
  ['no_such_project', { stderr: said, exit: 1 }, { status: 404 }],
  [
    'rate_limit',
    { status: 429, headers: { 'Retry-After': '37' }, raw: 'Retry later\n' },
    { retry_after_seconds: 37, hint: expect.stringContaining('37 s') },
  ],
  [
    'network',
    { stderr: 'Get "https://gitlab.com/api/v4/x": dial tcp: lookup gitlab.com: no such host\n' },
    {},
  ],
  ['network', { status: 502, raw: '<html>Bad Gateway</html>' }, { status: 502 }],
  [
    'refused',
    { status: 400, json: { message: { title: ["can't be blank", 'is too short'] } } },
    { gitlab_says: "title can't be blank, is too short" },
  ],
  ['refused', { stderr: 'unknown flag: --include\n' }, { gitlab_says: 'unknown flag: --include' }],
  ['refused', { exit: 3 }, { hint: expect.any(String) }],
  ['unreadable', { status: 200, raw: '<html>' }, { hint: expect.any(String) }],
  ['unreadable', { bytes: 11_000_000 }, { hint: expect.any(String) }],
])('%s: %j', (reason, answer, facts) =>
  withGlab(answering(answer), async ({ project }) => {
    await expect(callGlab(project, get, never)).rejects.toMatchObject({
      code: 'GITLAB_ERROR',
      facts: { reason, ...facts },
    })
  }),
)

test.skipIf(isWindows)('what is said of a failure has no token and no place of this machine', () =>
  withGlab(
    answering({
      stderr:
        'open /home/ada/.config/glab-cli/config.yml: token glpat-AbCdEf123456789 at https://ada:pw@git.example.org/x\n',
    }),
    async ({ project }) => {
      const failure = await callGlab(project, get, never).catch((error: unknown) => error)
      const text = JSON.stringify([failure, String(failure)])
      expect(text).toContain('token …')
      expect(text).not.toMatch(/home|glpat|pw@/)
    },
  ),
)

test.skipIf(isWindows)('a call that is cancelled ends the program', () =>
  withGlab(answering({ stall: true }), async ({ project, calls }) => {
    const cancel = new AbortController()
    const call = callGlab(project, get, cancel.signal)
    await until('glab is called', () => calls().length === 1)
    cancel.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  }),
)

test.skipIf(isWindows)('a GitLab that does not answer; what was to be written may have been', () =>
  withGlab(
    { 'GET projects/team%2Fsite': { stall: true }, 'PUT projects/team%2Fsite': { stall: true } },
    async ({ project }) => {
      const slow = { ...get, secondsToAnswer: 0.2 }
      await expect(callGlab(project, slow, never)).rejects.toMatchObject({
        facts: { reason: 'timeout', hint: expect.stringContaining('later') },
      })
      await expect(callGlab(project, { ...slow, method: 'PUT', body: {} }, never)).rejects.toMatchObject({
        facts: { reason: 'timeout', hint: expect.toSatisfy(telling('get_issues')) },
      })
    },
  ),
)
