import { z } from 'zod'
import { resolveVault } from '../resolve-vaults.ts'
import { vaultErrorContent } from '../vault-error-content.ts'
import type { Dialect } from './define-dialect-tool.ts'

export const kilnDialect: Dialect = {
  vaultParameter: null,
  asksInWords: true,
  findVault: resolveVault,
  failure: (error) => ({ success: false, error: vaultErrorContent(error) }),
}

export const success = z.boolean()
export const frontmatter = z.record(z.string(), z.unknown())
