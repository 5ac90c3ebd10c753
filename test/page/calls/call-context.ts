import type { ToolContext } from '../../../src/call/tool-context.ts'
import type { VaultAccess } from '../../../src/registry/vault-access.ts'

/** What a call of a person's is given, for one that is run without its front end. */
export function context(vaults: VaultAccess): ToolContext {
  const ignore = () => undefined
  return {
    vaults,
    session: { id: 'test' },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    now: () => new Date(),
    signal: new AbortController().signal,
    strictOutput: true,
    say: () => '',
  }
}
