import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { modelShape, type PersonDeps } from './person-deps.ts'

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
