import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineVaultTool } from '../../src/call/define-tool.ts'
import type { ErrorCode } from '../../src/model/vault-error.ts'
import { VaultError } from '../../src/model/vault-error.ts'
import { noPostgres } from '../support/start-postgres.ts'
import { withThreeServers } from '../support/three-servers.ts'
import { withFolder } from '../support/with-folder.ts'

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** Fails once in this way, as a vault does that goes to another server meanwhile; `runs` counts. */
function failsOnce(code: ErrorCode, isReading: boolean, runs: string[]) {
  return defineVaultTool({
    name: `fail_${code.toLowerCase()}_${isReading ? 'read' : 'write'}`,
    title: 'Fail once',
    toolset: 'notes',
    description: 'Fails when it is called for the first time.',
    annotations: { readOnlyHint: isReading, destructiveHint: false, idempotentHint: false },
    errors: [code],
    input: z.strictObject({}),
    output: z.object({}),
    handler() {
      runs.push(code)
      if (runs.length === 1) return Promise.reject(new VaultError(code, 'The vault is passing.', {}))
      return Promise.resolve({})
    },
  })
}

describe.skipIf(noPostgres !== null)(noPostgres ?? 'a call whose vault goes away meanwhile', () => {
  test('is made again where it reads, and told of where it writes or fails otherwise', () =>
    withFolder({}, async (folder) => {
      await mkdir(join(folder, 'config'))
      await mkdir(join(folder, 'home'))
      const vaults = { home: { name: 'Home', path: join(folder, 'home') } }
      await writeFile(
        join(folder, 'config/config.yml'),
        JSON.stringify({ vaults, search: { model: 'none' } }),
      )
      const cases = [
        { code: 'LEASE_LOST', isReading: true, expected: 2 },
        { code: 'CLUSTER_UNAVAILABLE', isReading: true, expected: 2 },
        { code: 'NOT_FOUND', isReading: true, expected: 1 },
        { code: 'LEASE_LOST', isReading: false, expected: 1 },
      ] as const
      const made = cases.map((one) => {
        const runs: string[] = []
        return { ...one, runs, tool: failsOnce(one.code, one.isReading, runs) }
      })
      const more = made.map(({ tool }) => tool)
      const now = () => new Date()
      const serving = { more, clock: now, log, changes: {} }
      await withThreeServers({ folder, vaults: ['home'], now, log, serving }, async ({ call }) => {
        for (const { tool, code, expected, runs } of made) {
          const result = await call('whole', tool.name, { vault_id: 'home' })
          expect(runs).toHaveLength(expected)
          if (expected === 2) expect(result.error).toBeUndefined()
          else expect(result.error).toMatchObject({ code })
        }
      })
    }))
})
