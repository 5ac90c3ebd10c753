import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { clientShape, findingShape, modelShape, type PersonDeps, tokenShape } from './person-deps.ts'

const reading = {
  toolset: 'person',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  input: z.object({}),
} as const

/** What is about the machine and about who may come in, by name: not for a person whose own token is limited. */
export function machineCalls(deps: PersonDeps) {
  return {
    list_tokens: defineTool({
      ...reading,
      name: 'list_tokens',
      title: 'List tokens',
      description: 'The tokens of this user and what each may do; never their text.',
      output: z.object({ tokens: z.array(tokenShape) }),
      handler: async () => ({ tokens: await deps.listTokens() }),
    }),
    create_token: defineTool({
      name: 'create_token',
      title: 'Make a token',
      toolset: 'person',
      description:
        'Make a token for an agent, or for a person’s page. Its text is in this answer and nowhere else.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      errors: ['ALREADY_EXISTS', 'VAULT_NOT_FOUND', 'CONFLICT'],
      input: z.object({
        name: z.string().min(1).max(64).describe('What to call it.'),
        vaults: z
          .array(z.string().min(1).max(64))
          .min(1)
          .max(1_000)
          .optional()
          .describe('Only these vaults.'),
        folder: z.string().min(1).max(1_000).optional().describe('Only this folder of its vaults.'),
        read_only: z.boolean().default(false).describe('Only tools that change nothing.'),
        is_person: z.boolean().default(false).describe('Lets a person into the page, and no agent.'),
        expires: z.string().min(1).max(40).optional().describe('12h, 30d, or a date.'),
      }),
      output: z.object({ token: z.string(), name: z.string() }),
      handler: async ({ read_only: readOnly, is_person: person, ...wish }) =>
        await deps.createToken({ ...wish, readOnly, person }),
    }),
    revoke_token: defineTool({
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
    }),
    list_models: defineTool({
      ...reading,
      name: 'list_models',
      title: 'List models',
      description: 'The models that search by meaning can use, which is chosen, and how far a download is.',
      output: z.object({ models: z.array(modelShape) }),
      handler: async () => ({ models: await deps.listModels() }),
    }),
    pull_model: defineTool({
      name: 'pull_model',
      title: 'Download a model',
      toolset: 'person',
      description: 'Begin to download a model; list_models says how far it is.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
      errors: ['NOT_FOUND', 'CONFLICT', 'INGEST_FAILED'],
      input: z.object({ name: z.string().min(1).max(100).describe('From list_models.') }),
      output: z.object({ name: z.string() }),
      async handler({ name }) {
        await deps.pullModel(name)
        return { name }
      },
    }),
    check_flint: defineTool({
      ...reading,
      name: 'check_flint',
      title: 'Check flint',
      description: 'What flint doctor says: what is well, what is not, and what mends it.',
      timeLimit: 300_000,
      maxBytes: 1_000_000,
      output: z.object({ findings: z.array(findingShape) }),
      handler: async () => ({ findings: await deps.checkFlint() }),
    }),
    list_clients: defineTool({
      ...reading,
      name: 'list_clients',
      title: 'List clients',
      description: 'The lines that connect each client to this flint, and where they belong.',
      output: z.object({ clients: z.array(clientShape) }),
      handler: async () => ({ clients: await deps.listClients() }),
    }),
  }
}
