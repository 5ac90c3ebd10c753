import { z } from 'zod'

const person = z.object({ username: z.string() })

/** An issue as GitLab's API gives it, as far as we ask. */
export const issueSchema = z.object({
  iid: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  confidential: z.boolean().nullish(),
  web_url: z.string(),
  labels: z.array(z.string()).default([]),
  assignees: z.array(person).nullish(),
  author: person.nullish(),
  milestone: z.object({ title: z.string() }).nullish(),
  due_date: z.string().nullish(),
  created_at: z.string(),
  closed_at: z.string().nullish(),
})

export type Issue = z.output<typeof issueSchema>

export function assigneesOf({ assignees }: Issue): readonly string[] {
  return (assignees ?? []).map(({ username }) => username)
}
