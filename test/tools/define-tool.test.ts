import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { defineVaultTool } from '../../src/call/define-tool.ts'
import { toolSchema } from '../../src/call/tool-schema.ts'
import type { VaultContext } from '../../src/vault/vault-context.ts'

const own = {
  name: 'a_tool',
  title: 'A tool',
  toolset: 'notes',
  description: 'Does what the test wants.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  input: z.strictObject({ size: z.number().int().min(0).max(9).default(3).describe('How large.') }),
} as const

test('a handler takes its own parameters and none that it did not ask for', () => {
  const tool = defineVaultTool({
    ...own,
    output: z.object({ done: z.boolean() }),
    async handler(input, vault) {
      expectTypeOf(vault).toExtend<VaultContext>()
      expectTypeOf(input.size).toEqualTypeOf<number>()
      expectTypeOf(input).not.toHaveProperty('confirm')
      expectTypeOf(input).not.toHaveProperty('limit')
      return { done: true }
    },
  })
  expect(Object.keys(toolSchema(tool)['properties'] as object)).toEqual(['size', 'vault_id'])
})

test('each flag adds its parameters to the schema and to what the handler takes', () => {
  const tool = defineVaultTool({
    ...own,
    destructive: true,
    dryRun: true,
    fields: true,
    paged: { list: 'items', limit: 5, max: 50 },
    output: z.object({ items: z.array(z.string()) }),
    async handler({ size, confirm, dry_run, fields, limit, offset }) {
      expectTypeOf([size, limit, offset]).toEqualTypeOf<number[]>()
      expectTypeOf([confirm, dry_run]).toEqualTypeOf<boolean[]>()
      expectTypeOf(fields).toEqualTypeOf<readonly string[] | undefined>()
      const items: readonly string[] = []
      return { items, total: 0 }
    },
  })
  expect(toolSchema(tool)['properties']).toMatchObject({
    size: { type: 'integer', minimum: 0, maximum: 9, default: 3, description: 'How large.' },
    fields: { type: 'array' },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 5 },
    cursor: { type: 'string' },
    dry_run: { type: 'boolean', default: false },
    confirm: { type: 'boolean', default: false },
    vault_id: { type: 'string' },
  })
})

test('a paged tool must say how many items there are', () => {
  defineVaultTool({
    ...own,
    paged: { list: 'items', limit: 5, max: 50 },
    output: z.object({ items: z.array(z.string()) }),
    // @ts-expect-error: `total` is missing
    handler: async () => ({ items: [] }),
  })
})
