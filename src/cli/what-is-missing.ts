import type { CommonOutput } from '../call/common-output.ts'
import type { Tool } from '../call/tool.ts'
import { oneLine } from './plain-text.ts'
import type { Terminal } from './terminal.ts'

/** What a result lacks: a sentence for each index that is behind, and for each vault that has no part in a joined list. */
export function whatIsMissing(
  { paged }: Tool,
  { freshness, vaults = [] }: CommonOutput,
  { paintMessage }: Pick<Terminal, 'paintMessage'>,
): readonly string[] {
  const behind = [freshness, ...vaults.map((vault) => vault.freshness)].flatMap((told) => told?.message ?? [])
  // Other results show each vault with its error.
  const failed = paged === null ? [] : vaults
  const errors = failed.flatMap(({ id, error }) =>
    error === undefined ? [] : `${paintMessage('red', 'error:')} ${id}: ${oneLine(error.message)}`,
  )
  return [...behind, ...errors]
}
