/** What Kysely's queries name of the private tables; `migrations/0001-notes.ts` makes them. */
export interface IndexSchema {
  readonly note: {
    readonly id: number
    readonly path: string
    readonly title: string
    readonly type: string
    readonly filename: string
    readonly body_line: number
    readonly metadata: string
    readonly hash: string
    readonly size: number
    readonly created: string
    readonly updated: string
    readonly words: number
    readonly problem: string | null
    /** 1 for a note that is excluded in Obsidian. */
    readonly is_excluded: number
  }
  readonly note_body: { readonly note: number; readonly body: string }
  readonly file: {
    readonly id: number
    readonly path: string
    /** Why a canvas could not be read. */
    readonly problem: string | null
    readonly is_excluded: number
  }
  readonly link_key: { readonly key: string; readonly kind: string; readonly bearer: number }
  readonly link: {
    readonly id: number
    /** The note that holds the link; null where a canvas does. */
    readonly source: number | null
    readonly source_file: number | null
    readonly target: number | null
    readonly target_file: number | null
    readonly raw: string
    readonly exact_key: string | null
    readonly name_key: string | null
    readonly heading: string | null
    readonly block: string | null
    readonly shown: string | null
    readonly form: string
    readonly is_embed: number
    readonly line: number
  }
  readonly url: {
    readonly id: number
    readonly note: number
    readonly url: string
    readonly title: string | null
    readonly line: number
    readonly type: string
  }
  readonly tag: { readonly note: number; readonly key: string; readonly tag: string }
  readonly property: {
    readonly note: number
    readonly key: string
    readonly value: string | null
  }
  readonly task: {
    readonly note: number
    readonly line: number
    readonly status: string
    readonly text: string
  }
  readonly chunk: { readonly note: number }
}
