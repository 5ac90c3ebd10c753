/** Calls that only a person is served, until their own definitions say what they take and give. */
export interface PersonCalls {
  readonly render_note: { readonly input: OfNote; readonly output: RenderedNote }
  readonly get_change: {
    readonly input: { readonly vault_id: string; readonly change_id: string }
    readonly output: ChangeShown
  }
  readonly undo_changes: { readonly input: UndoChosen; readonly output: UndoneChanges }
  readonly get_graph: {
    readonly input: { readonly vault_id: string; readonly identifier?: string; readonly depth?: 1 | 2 | 3 }
    readonly output: NoteGraph
  }
  readonly list_questions: {
    readonly input: object
    readonly output: { readonly questions: readonly Question[] }
  }
  readonly answer_question: {
    readonly input: { readonly question_id: string; readonly answer: 'once' | 'always' | 'denied' }
    readonly output: object
  }
  readonly list_tokens: {
    readonly input: object
    readonly output: { readonly tokens: readonly TokenShown[] }
  }
  readonly create_token: {
    readonly input: NewToken
    readonly output: { readonly token: string; readonly name: string }
  }
  readonly revoke_token: { readonly input: { readonly name: string }; readonly output: object }
  readonly list_models: {
    readonly input: object
    readonly output: { readonly models: readonly ModelShown[] }
  }
  readonly pull_model: { readonly input: { readonly name: string }; readonly output: object }
  readonly check_flint: { readonly input: object; readonly output: { readonly findings: readonly Finding[] } }
  readonly list_clients: {
    readonly input: object
    readonly output: { readonly clients: readonly ClientLines[] }
  }
}

interface OfNote {
  readonly vault_id: string
  readonly identifier: string
}

export interface RenderedNote {
  readonly id: string
  readonly title: string
  readonly type: string | null
  readonly html: string
  readonly outline: readonly { readonly level: number; readonly text: string; readonly anchor: string }[]
  readonly metadata: Readonly<Record<string, unknown>>
  /** The whole file. */
  readonly text: string
  readonly content_hash: string
  readonly created: string
  readonly updated: string
  readonly tags: readonly string[]
  readonly untrusted: boolean
  readonly addresses: {
    readonly obsidian: string | null
    readonly editor: string | null
    readonly file: string
  }
}

export interface ChangeShown {
  readonly change_id: string
  readonly time: string
  readonly tool: string
  readonly actor: string | null
  readonly undone_by?: string
  readonly undoes?: string
  readonly files: readonly ChangedFile[]
  readonly total: number
}

export interface ChangedFile {
  readonly kind: string
  readonly path: string
  readonly new_path?: string
  /** A unified diff; empty where the text stayed. */
  readonly diff: string
  readonly is_cut: boolean
}

export interface UndoChosen {
  readonly vault_id: string
  readonly change_ids?: readonly string[]
  readonly actor?: string
  readonly since?: string
  readonly except?: readonly string[]
  readonly dry_run: boolean
}

export interface UndoneChanges {
  readonly changes: readonly UndoneChange[]
  readonly undone: number
  readonly refused: number
}

export interface UndoneChange {
  readonly change_id: string
  readonly outcome: 'undone' | 'would be undone' | 'refused' | 'left'
  readonly tool: string
  readonly time: string
  readonly paths: readonly string[]
  readonly reason?: string
  readonly diff?: string
  readonly undo_id?: string
  readonly later_changes?: readonly string[]
  /** Why a change is refused, file by file. */
  readonly conflicts?: readonly UndoConflict[]
}

export interface UndoConflict {
  readonly path: string
  readonly message: string
  /** What the undo would do to the file as it is now. */
  readonly diff?: string
  /** What the change wrote. */
  readonly written?: string
}

export interface NoteGraph {
  readonly nodes: readonly GraphNode[]
  /** Pairs of places in `nodes`. */
  readonly edges: readonly (readonly [number, number])[]
  readonly total_notes: number
  readonly is_cut: boolean
}

export interface GraphNode {
  readonly id: string
  readonly title: string
  readonly folder: string
  readonly type: string | null
  readonly updated: string | null
  readonly degree: number
  readonly x: number
  readonly y: number
}

export interface Question {
  readonly question_id: string
  readonly vault_id: string
  readonly tool: string
  readonly actor: string | null
  readonly text: string
  readonly created: string
  readonly expires: string
}

export interface TokenShown {
  readonly name: string
  readonly last_four: string
  readonly vaults: readonly string[] | null
  readonly folder: string | null
  readonly read_only: boolean
  readonly is_person: boolean
  readonly created: string
  readonly expires: string | null
}

export interface NewToken {
  readonly name: string
  readonly vaults?: readonly string[]
  readonly folder?: string
  readonly read_only?: boolean
  readonly is_person?: boolean
  readonly expires?: string
}

export interface ModelShown {
  readonly name: string
  readonly about: string
  readonly is_chosen: boolean
  readonly is_present: boolean
  readonly megabytes: number | null
  readonly progress: { readonly done: number; readonly total: number } | null
}

export interface Finding {
  readonly area: string
  readonly state: 'ok' | 'warning' | 'problem'
  readonly message: string
  readonly cure?: string
}

export interface ClientLines {
  readonly title: string
  /** The file or the command that the lines are for. */
  readonly where: string
  readonly text: string
}
