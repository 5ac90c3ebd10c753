import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { modelShape, type PersonDeps } from './person-deps.ts'

export function pullModel(deps: Pick<PersonDeps, 'pullModel' | 'listModels'>) {
  return defineTool({
    name: 'pull_model',
    title: 'Download a model',
    toolset: 'person',
    description: 'Begin to download a model; list_models says how far it is.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    errors: ['NOT_FOUND', 'CONFLICT', 'INGEST_FAILED'],
    input: z.object({ name: z.string().min(1).max(100).describe('From list_models.') }),
    output: z.object({ model: modelShape.optional() }),
    async handler({ name }) {
      await deps.pullModel(name)
      const model = (await deps.listModels()).find((one) => one.name === name)
      return model === undefined ? {} : { model }
    },
  })
}
