import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import type { PersonDeps } from './person-deps.ts'

export function revokeToken(deps: Pick<PersonDeps, 'revokeToken'>) {
  return defineTool({
    name: 'revoke_token',
    title: 'Revoke a token',
    toolset: 'person',
    description: 'Make a token void: the next request with it is refused.',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    errors: ['NOT_FOUND', 'CONFLICT'],
    input: z.object({ name: z.string().min(1).max(64).describe('From list_tokens.') }),
    output: z.object({ name: z.string() }),
    async handler({ name }) {
      await deps.revokeToken(name)
      return { name }
    },
  })
}
