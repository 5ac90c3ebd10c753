import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { clientShape, type PersonDeps } from './person-deps.ts'

export function listClients(deps: Pick<PersonDeps, 'listClients'>) {
  return defineTool({
    name: 'list_clients',
    title: 'List clients',
    toolset: 'person',
    description: 'The lines that connect each client to this flint, and where they belong.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.object({}),
    output: z.object({ clients: z.array(clientShape) }),
    async handler() {
      return { clients: await deps.listClients() }
    },
  })
}
