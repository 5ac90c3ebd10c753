import { errorCodes, type ErrorCode } from '../model/vault-error.ts'
import type { VaultScope } from './common-input.ts'
import type { ToolFacts } from './tool.ts'

/**
 * Every code that a tool may fail with, in the order of the list: its own, and those that come with its parameters and
 * with acting on a vault. In tests a call that fails with another one is itself a failure.
 */
export function toolErrors(
  { annotations, errors = [] }: Pick<ToolFacts, 'annotations' | 'errors'>,
  parameters: readonly string[],
  scope: VaultScope,
): readonly ErrorCode[] {
  const takes = (...names: readonly string[]) => names.some((name) => parameters.includes(name))
  const isWriting = scope === 'vault' && !annotations.readOnlyHint
  const codes = new Set<ErrorCode>([
    ...always,
    ...errors,
    ...(scope === 'none' && !takes('vault_id') ? [] : inVault),
    ...(scope === 'none' ? [] : withIndex),
    ...(takes('identifier', 'identifiers', 'links_to', 'has_links_to') ? namingNotes : []),
    ...(takes('directory', 'directories') ? namingFolders : []),
    ...(takes('type_name') ? namingTypes : []),
    ...(isWriting ? writing : []),
  ])
  return errorCodes.filter((code) => codes.has(code))
}

/** Any tool may be asked for what its server does not reach. */
const always = ['INVALID_ARGUMENT', 'INTERNAL_ERROR', 'QUERY_TIMEOUT', 'PERMISSION_DENIED'] as const
const inVault = ['VAULT_NOT_FOUND', 'VAULT_UNAVAILABLE'] as const
const withIndex = ['INDEX_UNAVAILABLE'] as const
const namingNotes = [
  'NOT_FOUND',
  'AMBIGUOUS_TITLE',
  'INVALID_PATH',
  'OUTSIDE_VAULT',
  'PERMISSION_DENIED',
] as const
const namingFolders = ['OUTSIDE_VAULT', 'INVALID_PATH'] as const
const namingTypes = ['TYPE_NOT_FOUND', 'OUTSIDE_VAULT', 'INVALID_PATH'] as const
/** Another program may write at the same moment, and any folder may be a link that leads away. */
const writing = [
  'PERMISSION_DENIED',
  'CONFIRMATION_REQUIRED',
  'CONFLICT',
  'CONTENT_HASH_MISMATCH',
  'INVALID_PATH',
  'OUTSIDE_VAULT',
] as const
