import { expect, test } from 'vitest'
import { readGitLabProject } from '../../src/gitlab/gitlab-project.ts'

test.each([
  ['team/site', 'team/site', null],
  [' /team/sub/site/ ', 'team/sub/site', null],
  ['278964', '278964', null],
  ['https://gitlab.com/team/site.git', 'team/site', 'gitlab.com'],
  ['https://git.example.org:8443/team/site/-/issues', 'team/site', 'git.example.org:8443'],
])('the project %s', (given, path, host) => {
  expect(readGitLabProject({ GITLAB_PROJECT: given })).toMatchObject({ path, host })
})

test('there is none without GITLAB_PROJECT', () => {
  expect(readGitLabProject({})).toBeNull()
  expect(readGitLabProject({ GITLAB_PROJECT: ' ' })).toBeNull()
})

test('the host of GITLAB_HOST is asked unless the project has an address', () => {
  const env = { GITLAB_PROJECT: 'team/site', GITLAB_HOST: 'https://git.example.org/' }
  expect(readGitLabProject(env)?.host).toBe('git.example.org')
  expect(readGitLabProject({ ...env, GITLAB_PROJECT: 'https://gitlab.com/team/site' })?.host).toBe(
    'gitlab.com',
  )
})

test('default labels stand between commas', () => {
  const env = { GITLAB_PROJECT: 'team/site', GITLAB_DEFAULT_LABELS: 'from notes, ,type::task,' }
  expect(readGitLabProject(env)?.defaultLabels).toEqual(['from notes', 'type::task'])
})
