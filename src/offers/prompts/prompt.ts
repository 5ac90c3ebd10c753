/** What a client asks the user for before it takes a prompt. Values are always strings. */
export interface PromptArgument {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** What its values can be completed with. */
  readonly completes?: 'vault' | 'note' | 'type' | 'tag'
}

/** A request in words, made for the user to send to a model. It is offered where all tools that it needs are. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  readonly needs: readonly string[]
  readonly text: (given: PromptValues, has: HasTool) => string
}

/** The arguments that were given, by name; empty ones are left out. */
export type PromptValues = Readonly<Record<string, string | undefined>>

export type HasTool = (tool: string) => boolean
