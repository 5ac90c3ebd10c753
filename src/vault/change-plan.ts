import type { ContentHash } from '../model/ids.ts'

/** One step of a planned change. Plans are values: they can be shown, checked and only then carried out. */
export type FileChange =
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  | {
      readonly kind: 'replace'
      readonly path: string
      readonly before: FileVersion
      readonly text: string
    }
  | {
      readonly kind: 'move'
      readonly path: string
      readonly to: string
      readonly before: FileVersion
      /** The text at its new place, which may differ. */
      readonly text: string
    }
  | { readonly kind: 'remove'; readonly path: string; readonly before: FileVersion }

export interface FileVersion {
  readonly text: string
  readonly hash: ContentHash
}

/** What a caller learns of each file. */
export interface ChangeReport {
  readonly kind: FileChange['kind']
  readonly path: string
  readonly new_path?: string
  readonly content_hash: ContentHash | null
  /** Unified and bounded. */
  readonly diff: string
}
