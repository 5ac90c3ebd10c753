import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGitLabProject, type GitLabProject } from '../../src/gitlab/gitlab-project.ts'
import { withVault, type Files, type Json, type Vaults } from './with-vault.ts'

/** What the stand-in of `glab` answers to `METHOD path`: one answer, or one after the other. */
export type Answers = Readonly<Record<string, Answer | readonly Answer[]>>

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly raw?: string
  readonly stderr?: string
  readonly exit?: number
  /** So many bytes of JSON. */
  readonly bytes?: number
  /** It never answers. */
  readonly stall?: boolean
}

export interface GitLab {
  readonly project: GitLabProject
  /** Every call of the program so far: its arguments and what it was given on standard input. */
  readonly calls: () => readonly Json[]
}

const fixture = fileURLToPath(new URL('../fixtures/glab', import.meta.url))

/** Tests with the stand-in start it as a program, which is a shell script. */
export const isWindows = process.platform === 'win32'

/** The stand-in of `glab` first on the PATH, for the project `team/site`. */
export async function withGlab(
  answers: Answers,
  use: (gitlab: GitLab) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'flint-glab-'))
  const callsFile = join(folder, 'calls.jsonl')
  await writeFile(join(folder, 'answers.json'), JSON.stringify(answers))
  const project = readGitLabProject({
    PATH: `${fixture}:${process.env['PATH'] ?? ''}`,
    GITLAB_PROJECT: 'team/site',
    GLAB_ANSWERS: join(folder, 'answers.json'),
    GLAB_CALLS: callsFile,
    ...env,
  })
  if (project === null) throw new Error('there is no project')
  const calls = () =>
    existsSync(callsFile)
      ? readFileSync(callsFile, 'utf8')
          .split('\n')
          // What follows the last line break is still being written.
          .slice(0, -1)
          .map((line): Json => JSON.parse(line))
      : []
  try {
    await use({ project, calls })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A vault whose tools have that project. */
export async function withGitLab(
  files: Files,
  answers: Answers,
  use: (vaults: Vaults, gitlab: GitLab) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withGlab(
    answers,
    (gitlab) => withVault(files, (vaults) => use(vaults, gitlab), { gitlab: gitlab.project }),
    env,
  )
}

/** An issue as GitLab's API gives it. */
export function issueJson(changes: Readonly<Record<string, unknown>> = {}): Json {
  return {
    id: 84,
    iid: 12,
    project_id: 4,
    title: 'Choose the typeface',
    description: 'The one of the poster is too thin.\n\n- [ ] Ask the printer',
    state: 'opened',
    created_at: '2026-02-11T09:14:03.301Z',
    updated_at: '2026-02-19T16:40:22.018Z',
    closed_at: null,
    closed_by: null,
    labels: ['design', 'type::task'],
    milestone: { id: 3, iid: 1, title: 'Launch', state: 'active' },
    assignees: [{ id: 7, username: 'ada', name: 'Ada Meyer', state: 'active' }],
    author: { id: 9, username: 'sam', name: 'Sam Ruiz', state: 'active' },
    type: 'ISSUE',
    assignee: { id: 7, username: 'ada', name: 'Ada Meyer', state: 'active' },
    user_notes_count: 0,
    upvotes: 0,
    due_date: '2026-03-15',
    confidential: false,
    web_url: 'https://gitlab.com/team/site/-/issues/12',
    references: { short: '#12', relative: '#12', full: 'team/site#12' },
    has_tasks: true,
    ...changes,
  }
}

export const issuesPath = 'projects/team%2Fsite/issues'
