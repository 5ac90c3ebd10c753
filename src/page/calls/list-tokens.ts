import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import type { PersonDeps } from './person-deps.ts'

export function listTokens(deps: Pick<PersonDeps, 'listTokens'>) {
  return defineTool({
    name: 'list_tokens',
    title: 'List tokens',
    toolset: 'person',
    description: 'The tokens of this user and what each may do; never their text.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.object({}),
    output: z.object({
      tokens: z.array(
        z.object({
          name: z.string(),
          vaults: z.union([z.literal('all'), z.array(z.string())]),
          folder: z.string().nullable(),
          read_only: z.boolean(),
          person: z.boolean(),
          expires: z.string().nullable(),
          has_expired: z.boolean(),
          created: z.string(),
          last_four: z.string(),
        }),
      ),
    }),
    async handler() {
      return { tokens: await deps.listTokens() }
    },
  })
}
