import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { type PersonDeps, tokenShape } from './person-deps.ts'

export function listTokens(deps: Pick<PersonDeps, 'listTokens'>) {
  return defineTool({
    name: 'list_tokens',
    title: 'List tokens',
    toolset: 'person',
    description: 'The tokens of this user and what each may do; never their text.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.object({}),
    output: z.object({ tokens: z.array(tokenShape) }),
    async handler() {
      return { tokens: await deps.listTokens() }
    },
  })
}
