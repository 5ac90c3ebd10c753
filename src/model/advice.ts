import type { LimitedBy } from './scope-limit.ts'

/** A line of a note's text, of another time where a revision is named. */
interface NoteLine {
  readonly path: string
  readonly line: number
  readonly revision?: string
}

/** What goes with those kinds of advice that need more than their name. */
interface Facts {
  'add-heading': { readonly hasHeadings: boolean }
  'add-line': { readonly line: string }
  'change-title': { readonly title: string }
  'choose-model': { readonly first: string }
  confirm: { readonly tool: string; readonly isForOwner: boolean; readonly hasDryRun: boolean }
  'find-config': { readonly what: 'it' | 'its folder' | 'the file' | 'that file' }
  'find-note': { readonly isSimilarTold: boolean }
  'fit-fields': { readonly type: string }
  'fit-new-note': { readonly type: string; readonly path: string }
  'fit-notes': { readonly type: string }
  'get-rest': { readonly calls: readonly string[] }
  'give-fields': { readonly path: string }
  'keep-links': { readonly warning: string }
  'list-notes': {
    readonly shows:
      'the notes there are' | 'the notes and their folders' | 'the folders in use' | 'the ids' | 'them'
  }
  'list-tools': { readonly dialect: string | null }
  'list-types': { readonly shows: 'the types that notes can move to' }
  'look-everywhere': { readonly more: number }
  'name-file': { readonly name: string }
  'read-resource-rest': { readonly path: string; readonly vaultId: string }
  'read-rest': NoteLine & { readonly missing: string }
  'read-rest-after': NoteLine
  'get-model': { readonly id: string; readonly to: 'get it' | 'mend it' | null }
  'get-model-again': { readonly id: string }
  'list-models': { readonly to: 'see them' | 'see all' | 'choose another one' }
  'see-doctor': { readonly to: 'check it' | 'see what is wrong' | 'see what may be wrong' }
  'turn-meaning-on': { readonly id: string }
  'use-known-vault': { readonly id: string }
  'stay-inside': { readonly by: readonly LimitedBy[] }
  'accept-no': { readonly settings: string | null }
  'write-select': { readonly tables: string }
  'use-similar-resource': { readonly uri: string }
}

type PlainKind =
  | 'accept-folder'
  | 'add-each-task'
  | 'await-owner'
  | 'change-text'
  | 'check-backups'
  | 'check-folder'
  | 'choose-another-id'
  | 'choose-inbox-item'
  | 'choose-type'
  | 'choose-vault'
  | 'count-passages'
  | 'delete-for-good'
  | 'describe-type'
  | 'find-folder'
  | 'get-embedder'
  | 'get-model-from-its-place'
  | 'choose-title'
  | 'give-params'
  | 'give-title'
  | 'list-all-notes'
  | 'list-changes'
  | 'list-inbox'
  | 'list-issues'
  | 'list-tags'
  | 'list-tasks'
  | 'list-tokens'
  | 'list-vaults'
  | 'look-for-change'
  | 'look-for-one-line'
  | 'look-before-repeating'
  | 'make-folders'
  | 'make-note'
  | 'make-token'
  | 'make-type'
  | 'make-vault'
  | 'make-vault-by-hand'
  | 'make-wider-token'
  | 'keep-file-name'
  | 'mend-line-pattern'
  | 'mend-note-pattern'
  | 'move-to-trash'
  | 'name-note'
  | 'name-other-vault'
  | 'name-type'
  | 'name-vault'
  | 'read-cut-values'
  | 'read-hash'
  | 'read-hash-of-whole'
  | 'read-hashes'
  | 'read-in-parts'
  | 'read-note-again'
  | 'read-now'
  | 'read-type-again'
  | 'register-vault'
  | 'reindex'
  | 'reindex-and-repeat'
  | 'retry-or-reindex'
  | 'search-files'
  | 'search-otherwise'
  | 'search-words'
  | 'see-type'
  | 'switch-again'
  | 'turn-index-on'
  | 'turn-meaning-off'
  | 'undo-later'
  | 'use-embedded-model'
  | 'use-note-that-is-there'
  | 'use-type-that-is-there'
  | 'wait-for-index'
  | 'wait-for-vectors'

export type AdviceKind = PlainKind | keyof Facts

/**
 * What a caller could do next. A kind says what helps, and names no tool and no command: `src/call/say-advice.ts` has its
 * sentence, in the words of who is told.
 */
export type Advice<Kind extends AdviceKind = AdviceKind> = {
  [One in Kind]: { readonly kind: One } & (One extends keyof Facts ? Facts[One] : unknown)
}[Kind]

/** What is said to a caller: sentences that name no tool and no command, and advice. */
export type Said = string | Advice | readonly Said[]
