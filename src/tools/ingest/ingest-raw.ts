import { createRobotsRules } from '../../ingest/robots-rules.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { ingestSource } from './ingest-source.ts'

/** Ingests a file that has arrived in `raw/`, without a caller. */
export async function ingestRaw(
  vault: VaultContext,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly isNew: boolean }> {
  const rules = { allowPrivate: [] }
  const doors = { rules, robots: createRobotsRules(rules), signal, mayReadAnywhere: false }
  const { note } = await ingestSource(vault, path, {}, doors)
  return note
}
