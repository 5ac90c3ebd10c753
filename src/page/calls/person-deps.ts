import type { QuestionBook } from '../../access/question-book.ts'

/** What the person's calls need of rooms that the page knows nothing of: handed down by whoever serves it. */
export interface PersonDeps {
  readonly questions: () => Promise<QuestionBook>
  readonly listTokens: () => Promise<readonly ToldToken[]>
  readonly createToken: (wish: WantedToken) => Promise<{ readonly token: string; readonly name: string }>
  readonly revokeToken: (name: string) => Promise<void>
  readonly listModels: () => Promise<readonly ToldModel[]>
  /** Begins to download a model, and comes back once that goes on by itself, is done or has failed. */
  readonly pullModel: (name: string) => Promise<void>
  readonly checkFlint: () => Promise<readonly ToldFinding[]>
  readonly listClients: () => Promise<readonly ToldClient[]>
  /** The line with which git starts flint to merge a note. */
  readonly mergeDriver: string
}

export interface ToldToken {
  readonly name: string
  readonly vaults: readonly string[] | 'all'
  readonly folder: string | null
  readonly read_only: boolean
  readonly person: boolean
  readonly expires: string | null
  readonly has_expired: boolean
  readonly created: string
  readonly last_four: string
}

export interface WantedToken {
  readonly name: string
  readonly vaults?: readonly string[] | undefined
  readonly folder?: string | undefined
  readonly readOnly: boolean
  readonly person: boolean
  readonly expires?: string | undefined
}

export interface ToldModel {
  readonly name: string
  readonly about: string
  readonly is_chosen: boolean
  readonly is_present: boolean
  readonly megabytes: number | null
  /** In bytes; null where nothing is being downloaded. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Why it cannot be used, or was not downloaded. */
  readonly problem?: string
}

export interface ToldFinding {
  readonly area: string
  readonly vault?: string
  readonly state: 'ok' | 'warning' | 'problem'
  readonly message: string
  readonly cure?: string
}

export interface ToldClient {
  readonly title: string
  readonly where: string
  readonly text: string
}
