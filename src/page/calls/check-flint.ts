import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { findingShape, type PersonDeps } from './person-deps.ts'

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
    output: z.object({ findings: z.array(findingShape) }),
    async handler() {
      return { findings: await deps.checkFlint() }
    },
  })
}
