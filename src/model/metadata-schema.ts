export const fieldTypes = ['string', 'number', 'boolean', 'date', 'array', 'select'] as const

export type FieldType = (typeof fieldTypes)[number]

export interface FieldConstraints {
  /** Least value of a number, or least length of an array or a string. */
  readonly min?: number
  readonly max?: number
  /** A regular expression that a string must match. */
  readonly pattern?: string
  /** What a select may be. */
  readonly options?: readonly string[]
}

/** One line of a note type's metadata schema. */
export interface MetadataField {
  readonly name: string
  readonly type: FieldType
  readonly required: boolean
  readonly description: string
  readonly constraints?: FieldConstraints
  readonly default?: unknown
}

export type MetadataSchema = readonly MetadataField[]

/** What a note type's `_description.md` says. */
export interface NoteTypeDefinition {
  /** Vault-relative folder, which is also its name: `projects`, `work/meetings`. */
  readonly name: string
  readonly description: string
  /** The instructions as Markdown, without their heading; empty where there are none. */
  readonly instructions: string
  readonly schema: MetadataSchema
  /** What in the schema section could not be read, a sentence each. */
  readonly problems: readonly string[]
}

export interface MetadataProblem {
  readonly field: string
  readonly message: string
}

/** Errors stop a write; warnings travel with its result. */
export interface MetadataCheck {
  /** Values that read as their field's type but are written as another (`'5'` for a number), as they should be written. */
  readonly coerced: Readonly<Record<string, unknown>>
  readonly errors: readonly MetadataProblem[]
  readonly warnings: readonly MetadataProblem[]
}
