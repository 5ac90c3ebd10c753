import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import type { PersonDeps } from './person-deps.ts'

export function checkFlint(deps: Pick<PersonDeps, 'checkFlint'>) {
  return defineTool({
    name: 'check_flint',
    title: 'Check flint',
    toolset: 'person',
    description: 'What flint doctor says: what is well, what is not, and what mends it.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    timeLimit: 300_000,
    maxBytes: 1_000_000,
    input: z.object({}),
    output: z.object({
      findings: z.array(
        z.object({
          area: z.string(),
          vault: z.string().optional(),
          state: z.enum(['ok', 'warning', 'problem']),
          message: z.string(),
          cure: z.string().optional(),
        }),
      ),
    }),
    async handler() {
      return { findings: await deps.checkFlint() }
    },
  })
}
