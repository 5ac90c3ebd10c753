/** The project whose issues the tools act on, as `GITLAB_PROJECT` names it. */
export interface GitLabProject {
  /** `group/project`, or its number. */
  readonly path: string
  /** The GitLab to ask; null leaves the choice to `glab`. */
  readonly host: string | null
  /** Borne by new issues that are given no labels. */
  readonly defaultLabels: readonly string[]
  /** What `glab` finds itself, its sign-in and the way to the network by. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The project that the environment names by its path or its address; null without one.
 *
 *     readGitLabProject({ GITLAB_PROJECT: 'https://git.example.org/team/site' })
 *     // { path: 'team/site', host: 'git.example.org', … }
 */
export function readGitLabProject(env: GitLabProject['env']): GitLabProject | null {
  const given = env['GITLAB_PROJECT']?.trim() ?? ''
  const address = URL.canParse(given) ? new URL(given) : null
  const path = (address === null ? given : address.pathname)
    .replace(/\/-\/.*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
  if (path === '') return null
  const host = address?.host ?? env['GITLAB_HOST']?.trim().replace(/^https?:\/\/|\/+$/g, '') ?? ''
  return { path, host: host === '' ? null : host, defaultLabels: readList(env['GITLAB_DEFAULT_LABELS']), env }
}

function readList(text = ''): readonly string[] {
  return text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '')
}
