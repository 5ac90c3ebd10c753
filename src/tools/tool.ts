import type { z } from 'zod'
import type { ErrorCode, VaultError } from '../model/vault-error.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { ToolContext, VaultAccess } from './tool-context.ts'
import type { Toolset } from './toolset.ts'

/** How clients are told to treat a tool. `readOnlyHint` is a promise: such a tool changes nothing on disk. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Whether it reaches beyond the vaults: the web, GitLab. False when left out. */
  readonly openWorldHint?: boolean
}

export interface ToolFacts {
  readonly name: string
  readonly title: string
  readonly toolset: Toolset
  /** What it does, when to use it, what comes back: under 300 characters. */
  readonly description: string
  readonly annotations: ToolAnnotations
  /** Milliseconds after which a call is told to stop; 60,000 when left out. */
  readonly timeLimit?: number
  /** Most bytes of a result; 32,000 when left out. */
  readonly maxBytes?: number
  /** The call that gets what was cut from a result that is no list of pages: `get_note with section or start_line`. */
  readonly rest?: string
  /** Codes that it may fail with beside those that its parameters and its vault bring. */
  readonly errors?: readonly ErrorCode[]
}

/** How a tool's list is handed out. */
export interface Paging {
  /** The key of the list in the output. */
  readonly list: string
  /** Items of a page when the caller gives no `limit`, and the most that may be asked for. */
  readonly limit: number
  readonly max: number
  /** Bytes of a page when the caller gives no `limit`; 8,000 when left out. */
  readonly bytes?: number
  /** Whether the order may change between two calls, so that it is kept for those who go on by cursor. */
  readonly keepsOrder?: boolean
}

/** A tool as front ends see it: its input and output are values that were checked, their types forgotten. */
export interface Tool extends ToolFacts {
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly paged: Paging | null
  readonly isDestructive: boolean
  /** Every code that it may fail with. */
  readonly errors: readonly ErrorCode[]
  /** What only tools of a dialect have. */
  readonly dialect?: DialectFacts
  /** Checks the arguments and binds them. Fails with `INVALID_ARGUMENT`, which names every problem. */
  prepare(args: object): PreparedCall
}

/** How a tool that speaks as another server's does differs from ours. */
export interface DialectFacts {
  /** Whether a deletion is asked about only where the vault's own config says `ask`: without `confirm` who could agree? */
  readonly asksInWords: boolean
  /** The vault that a call names in that server's way; null is the one that it names by leaving it out. */
  readonly findVault: (access: VaultAccess, name: string | null) => Promise<KnownVault>
  /** What a failed call returns. */
  readonly failure: (error: VaultError) => object
  /** What flint says in a result, told to whoever knows only the tools of that server. */
  readonly say?: (content: object) => object
}

export type PreparedCall = CallAlone | CallInVault | CallInVaults

export interface CallAlone {
  readonly scope: 'none'
  readonly options: CallOptions
  run(ctx: ToolContext): Promise<object>
}

export interface CallInVault {
  readonly scope: 'vault'
  readonly options: CallOptions
  run(vault: VaultContext, ctx: ToolContext): Promise<object>
  /** What would happen: a sentence, or the result of a dry run. Null where the tool cannot tell. */
  preview(vault: VaultContext, ctx: ToolContext): Promise<string | object | null>
}

export interface CallInVaults {
  readonly scope: 'vaults'
  readonly options: CallOptions
  run(vault: VaultContext, ctx: ToolContext): Promise<object>
  runInAll(vaults: readonly KnownVault[], ctx: ToolContext): Promise<ManyVaultsOutput>
}

/** Failed vaults stand in `vaults` with their error; a call that fails in all of them fails. */
export interface ManyVaultsOutput {
  readonly vaults: readonly object[]
  readonly output: object
}

/** The parameters that mean the same in every tool. */
export interface CallOptions {
  readonly vaultId: string | readonly string[] | null
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  readonly page: RequestedPage | null
}

export interface RequestedPage {
  readonly list: string
  readonly offset: number
  readonly limit: number
  /** Most bytes of the whole result. */
  readonly bytes: number
  /** What the cursor was made for; null without a cursor. */
  readonly cursorFor: string | null
  /** What the order is kept under; null where none is kept. */
  readonly walk: string | null
  /** The arguments that all pages of the list share, the vault aside. */
  readonly asked: object
}
