import { gitlabError } from '../../gitlab/gitlab-error.ts'
import type { GitLabProject } from '../../gitlab/gitlab-project.ts'
import type { ToolContext } from '../../call/tool-context.ts'

export function requireProject({ gitlab }: ToolContext): GitLabProject {
  if (gitlab !== null && gitlab !== undefined) return gitlab
  throw gitlabError('no_such_project', 'No GitLab project is set.', {
    hint: 'Ask the user to set GITLAB_PROJECT (group/project) in the environment of this server.',
  })
}
