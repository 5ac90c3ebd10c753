import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Act, Call, CallName, ResultOf } from './calls.ts'
import type { Drafts } from './drafts.ts'
import type { News } from './news.ts'
import type { Place } from './place.ts'

export type KnownVault = ResultOf<'list_vaults'>['vaults'][number]

/** What every view is given: the one door, the news, the vaults, and ways to say and to go. */
export interface Page {
  readonly call: Call
  readonly act: Act
  /** False from a call that flint did not answer to the next answer or news. */
  readonly isReached: boolean
  readonly news: News
  readonly vaults: readonly KnownVault[]
  /** The vault that views of one vault begin with; null while there is none. */
  readonly mainVault: KnownVault | null
  /** Which vault the lists are of: an id, or `*`. */
  readonly scope: string
  readonly chooseScope: (vault: string) => void
  readonly go: (place: Place, how?: 'push' | 'replace') => void
  readonly say: (notice: Notice) => void
  /** Results by their call, so that a view seen before is painted at once. */
  readonly kept: Map<string, unknown>
  readonly drafts: Drafts
  /** False where the server or the person's token is read-only: what would change something is not offered. */
  readonly mayWrite: boolean
  /** Whether the person is served a call. */
  readonly has: (call: CallName) => boolean
}

/** A line at the foot of the page, which is also read out. */
export interface Notice {
  readonly text: string
  readonly isProblem?: boolean
  /** Whether it stays until it is read: what it offers is the only way back. */
  readonly stays?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

export const PageContext = createContext<Page | null>(null)

export function usePage(): Page {
  const page = useContext(PageContext)
  if (page === null) throw new Error('A view stands outside the page.')
  return page
}

export function vaultName(vaults: readonly KnownVault[], id: string): string {
  return vaults.find((vault) => vault.id === id)?.name ?? id
}

/** The ids that a scope stands for. */
export function idsOf(vaults: readonly KnownVault[], scope: string): readonly string[] {
  return scope === '*' ? vaults.map(({ id }) => id) : [scope]
}
