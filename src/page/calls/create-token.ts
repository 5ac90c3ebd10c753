import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import type { PersonDeps } from './person-deps.ts'

export function createToken(deps: Pick<PersonDeps, 'createToken'>) {
  return defineTool({
    name: 'create_token',
    title: 'Make a token',
    toolset: 'person',
    description:
      'Make a token for an agent, or for a person’s page. Its text is in this answer and nowhere else.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    errors: ['ALREADY_EXISTS', 'VAULT_NOT_FOUND', 'CONFLICT'],
    input: z.object({
      name: z.string().min(1).max(64).describe('What to call it.'),
      vaults: z.array(z.string().min(1).max(64)).min(1).max(1_000).optional().describe('Only these vaults.'),
      folder: z.string().min(1).max(1_000).optional().describe('Only this folder of its vaults.'),
      read_only: z.boolean().default(false).describe('Only tools that change nothing.'),
      is_person: z.boolean().default(false).describe('Lets a person into the page, and no agent.'),
      expires: z.string().min(1).max(40).optional().describe('12h, 30d, or a date.'),
    }),
    output: z.object({ token: z.string(), name: z.string() }),
    async handler({ read_only: readOnly, is_person: person, ...wish }) {
      return await deps.createToken({ ...wish, readOnly, person })
    },
  })
}
