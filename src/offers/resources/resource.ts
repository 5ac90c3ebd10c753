import type { ToolContext } from '../../call/tool-context.ts'

/** What reading a resource takes: the vaults that the caller may name, as a tool is given them. */
export type ResourceContext = Pick<ToolContext, 'vaults' | 'now'>

/** A text under an address that does not change. */
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** Whether it speaks of the active vault, and so changes with its notes. */
  readonly isOfActiveVault: boolean
  read(ctx: ResourceContext): Promise<string>
}

/** A resource as lists show it. */
export interface ListedResource extends Pick<
  Resource,
  'uri' | 'name' | 'title' | 'description' | 'mimeType'
> {
  /** Bytes. */
  readonly size?: number
  readonly lastModified?: string
  /** Whether its text came from outside: a page, a PDF, an issue. */
  readonly untrusted?: boolean
}

/** What a resource says at this moment. */
export interface ResourceText {
  readonly mimeType: string
  readonly text: string
  readonly contentHash?: string
  readonly untrusted?: boolean
}

export function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
