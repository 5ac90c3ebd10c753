import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import type { PersonDeps } from './person-deps.ts'

export const modelShape = z.object({
  name: z.string(),
  about: z.string(),
  is_chosen: z.boolean(),
  is_present: z.boolean(),
  megabytes: z.number().nullable(),
  progress: z.object({ done: z.number(), total: z.number() }).nullable(),
  problem: z.string().optional(),
})

export function listModels(deps: Pick<PersonDeps, 'listModels'>) {
  return defineTool({
    name: 'list_models',
    title: 'List models',
    toolset: 'person',
    description: 'The models that search by meaning can use, which is chosen, and how far a download is.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.object({}),
    output: z.object({ models: z.array(modelShape) }),
    async handler() {
      return { models: await deps.listModels() }
    },
  })
}
