import type { ToolName } from './toolset.ts'

/** What a caller has, and how it is spoken to. */
export interface Served {
  /** A person gives commands and options, an agent calls tools with parameters. */
  readonly caller: 'agent' | 'person'
  /** Whether the caller has a tool of that very name. */
  readonly has: (name: string) => boolean
  /** What the caller calls a tool of ours; null where it has none that does the same and takes these parameters. */
  readonly tool: (name: ToolName, ...parameters: readonly string[]) => string | null
  /** What a call names its vault with; null where it cannot. */
  readonly vaultParameter: string | null
  /** Whether any tool that the caller has takes a parameter. */
  readonly takes: (parameter: string) => boolean
}
