import { z } from 'zod'
import type { ToolContext } from '../../call/tool-context.ts'
import { gitlabError } from '../../gitlab/gitlab-error.ts'
import type { GitLabProject } from '../../gitlab/gitlab-project.ts'

export const issueNumber = z.int().min(1).max(1_000_000_000).describe('From get_issues.')

// GitLab takes labels as one text between commas, so that no label can have one.
const label = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes(','), 'must have no comma')

export const labelsParameter = z.array(label).max(100).optional().describe('Labels.')

export function requireProject({ gitlab }: ToolContext): GitLabProject {
  if (gitlab !== null && gitlab !== undefined) return gitlab
  throw gitlabError('no_such_project', 'No GitLab project is set.', {
    hint: 'Ask the user to set GITLAB_PROJECT (group/project) in the environment of this server.',
  })
}
