import { callTool } from '../../src/call/call-tool.ts'
import type { DialectName } from '../../src/dialects/dialect-names.ts'
import { loadDialect } from '../../src/dialects/load-dialect.ts'
import { allTools } from '../../src/tools/index.ts'
import type { CallContext } from '../../src/call/tool-context.ts'
import type { Json, Vaults } from '../support/with-vault.ts'

/** Calls tools of a dialect as a client does: the complete result, failed or not. */
export function speak(dialect: DialectName, { hub }: Pick<Vaults, 'hub'>, more: Partial<CallContext> = {}) {
  const ignore = () => undefined
  const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  return async (tool: string, args: object = {}): Promise<Json> => {
    const result = await callTool(await loadDialect(allTools, dialect), tool, args, {
      vaults: hub,
      session: { id: 'test' },
      log: silent,
      now: () => new Date(),
      signal: new AbortController().signal,
      strictOutput: true,
      ...more,
    })
    return { ...JSON.parse(result.text), isError: result.isError }
  }
}
