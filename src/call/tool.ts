import type { z } from 'zod'
import type { ErrorCode } from '../model/vault-error.ts'
import type { KnownVault } from '../model/known-vault.ts'
import type { VaultContext } from '../vault/vault-context.ts'
import type { ToolContext } from './tool-context.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import type { PermissionRule } from './permission-rule.ts'
import type { ToolName, Toolset } from './toolset.ts'
import type { ErrorContent } from './vault-error-content.ts'

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
  /** Calls that get what was cut from a result that is no list of pages, each a tool's name and how: `get_links of the note`. */
  readonly rest?: readonly string[]
  /** Whether its vault is opened though another folder than before lies at its path, so that it may be accepted. */
  readonly takesAnyFolder?: boolean
  /** Whether it says itself where its answer has text from outside, for rows that are nobody's say. */
  readonly marksUntrusted?: boolean
  /** Whether what its rows have empty was asked for or set by somebody, so that none of it is left out. */
  readonly keepsRows?: boolean
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
  /**
   * Whether any change may put all of it in another order, so that the order is kept for those who go on by cursor. The output
   * then has `goes_on`: whether it is cut from what was kept.
   */
  readonly keepsOrder?: boolean
  /** The keys that tell an item from all others, also once something else of it has changed; none where no order changes. */
  readonly names?: readonly string[]
}

/** Which items of a list a tool is asked for. */
export interface PageRange {
  readonly offset: number
  readonly limit: number
}

/**
 * A tool as front ends see it. A call of it gives `In`; its handler returns `Own`, and the caller reads `Out`, which has the
 * vault and the page beside it. A list of tools forgets all three.
 */
export interface Tool<
  In extends object = object,
  Out extends object = object,
  Own extends object = object,
> extends ToolFacts {
  /** Never there: it tells the compiler what no value does. */
  readonly types?: { readonly input: In; readonly output: Out }
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly paged: Paging | null
  readonly isDestructive: boolean
  /** Every code that it may fail with. */
  readonly errors: readonly ErrorCode[]
  /** What only tools of a dialect have. */
  readonly dialect?: DialectFacts
  /** Checks the arguments and binds them. Fails with `INVALID_ARGUMENT`, which names every problem. */
  prepare(args: object): PreparedCall<Own>
}

/** What a caller gives to a tool: `InputOf<typeof getTodos>`. */
export type InputOf<T> = T extends { readonly types?: { readonly input: infer In } } ? In : never

/** What a caller reads of a tool: `OutputOf<typeof getTodos>`. */
export type OutputOf<T> = T extends { readonly types?: { readonly output: infer Out } } ? Out : never

/** How a tool that speaks as another server's does differs from ours. */
export interface DialectFacts {
  /** What a vault's settings allow whoever speaks so; left out, the same as with our tools. */
  readonly permissions?: PermissionRule
  /** The vault that a call names in that server's way; null is the one that it names by leaving it out. */
  readonly findVault: (access: VaultAccess, name: string | null) => Promise<KnownVault>
  /** The parameter that names the vault; null where that server knows no vaults: then the active one is meant. */
  readonly vaultParameter: string | null
  /** What a failed call returns. */
  readonly failure: (error: ErrorContent) => object
  /** What that server calls those tools of ours that it has one for under another name. */
  readonly counterparts?: Readonly<Partial<Record<ToolName, string>>>
}

export type PreparedCall<Own extends object = object> = CallAlone<Own> | CallInVault<Own> | CallInVaults<Own>

export interface CallAlone<Own extends object = object> {
  readonly scope: 'none'
  readonly options: CallOptions
  run(ctx: ToolContext): Promise<Own>
}

export interface CallInVault<Own extends object = object> {
  readonly scope: 'vault'
  readonly options: CallOptions
  /** `range` stands for the page of the options. */
  run(vault: VaultContext, ctx: ToolContext, range?: PageRange): Promise<Own>
  /** What would happen: a sentence, or the result of a dry run. Null where the tool cannot tell. */
  preview(vault: VaultContext, ctx: ToolContext): Promise<string | object | null>
}

export interface CallInVaults<Own extends object = object> {
  readonly scope: 'vaults'
  readonly options: CallOptions
  /** `range` stands for the page of the options. */
  run(vault: VaultContext, ctx: ToolContext, range?: PageRange): Promise<Own>
  runInAll(vaults: readonly KnownVault[], ctx: ToolContext): Promise<ManyVaultsOutput>
}

/** Failed vaults stand in `vaults` with their error; a call that fails in all of them fails. */
export interface ManyVaultsOutput {
  readonly vaults: readonly object[]
  readonly output: object
  /** Where the page that the output has starts in the merged list. */
  readonly offset: number
}

/** The parameters that mean the same in every tool. */
export interface CallOptions {
  readonly vaultId: string | readonly string[] | null
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
  /** Whether diffs are shown: of a dry run unless the caller does without, else where they are asked for. */
  readonly wantsDiff: boolean
  readonly page: RequestedPage | null
}

/** What a cursor tells of the pages before it. */
export interface Seen {
  /** Marks of some of their items, the last one first. */
  readonly marks: readonly string[]
  /** How many items the list had. */
  readonly total: number
  /** Of all items of the pages before, for a list whose order is kept: `sumOf`. */
  readonly sum?: number
}

export interface RequestedPage extends PageRange {
  readonly list: string
  readonly names: readonly string[]
  /** Most bytes of the whole result. */
  readonly bytes: number
  /** What the cursor was made for; null without a cursor. */
  readonly cursorFor: string | null
  /** What the order is kept under; null where none is kept. */
  readonly walk: string | null
  /** What the cursor tells of the pages before; null for the first one. */
  readonly seen: Seen | null
  /** The arguments that all pages of the list share, the vault aside. */
  readonly asked: object
}
