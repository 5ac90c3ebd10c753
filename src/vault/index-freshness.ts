import type { Said } from '../model/advice.ts'
import { printable } from '../model/lossless-text.ts'
import type { SyncProgress } from '../sync/sync-messages.ts'

/** How far the index is behind the disk, in words for the caller. */
export interface Freshness {
  readonly state: 'scanning' | 'indexing' | 'doubtful' | 'ready' | 'unavailable'
  readonly message: string | null
  readonly done: number
  readonly total: number
  /** What repairs an unavailable index where rebuilding does not; else null. */
  readonly cure: Said | null
  /** False while the index may not know every note on disk. */
  readonly isWhole: boolean
  /** True until the index has read every note once. */
  readonly isFilling: boolean
  /** What flint itself has just written and the index does not have yet. */
  readonly written: readonly string[]
  /**
   * What the system does not let flint read: of what lies there the index knows at most what stood there before. A path with
   * lone surrogates (`losslessText`) is one whose name is no UTF-8.
   */
  readonly unread: readonly string[]
}

export function unavailable(message: string, cure: Said | null): Freshness {
  return {
    state: 'unavailable',
    done: 0,
    total: 0,
    message,
    cure,
    isWhole: false,
    isFilling: false,
    written: [],
    unread: [],
  }
}

/** The freshness of a readable index from its progress. */
export function freshnessNow(
  now: SyncProgress,
  behind: Pick<Freshness, 'written' | 'unread' | 'isFilling'> & { readonly isAtLongNote: boolean },
): Freshness {
  const { state, done, total, isAgain } = now
  const { written, unread, isFilling } = behind
  const counts = { done, total, cure: null, written, unread, isFilling }
  const own = writtenMessage(written)
  if ((behind.isAtLongNote || own !== null) && (state === 'ready' || state === 'indexing'))
    return {
      ...counts,
      state: 'indexing',
      message: joined(own ?? longNoteMessage, unreadMessage(unread)),
      isWhole: false,
    }
  const message = joined(own, freshnessMessage({ ...now, isFilling }, now), unreadMessage(unread))
  return { ...counts, state, message, isWhole: state === 'ready' || isAgain }
}

/** What is left to say once a look at the disk that is under way has found nothing. */
export function onceSettled(freshness: Freshness): Freshness {
  if (freshness.state !== 'scanning') return freshness
  const message = joined(writtenMessage(freshness.written), unreadMessage(freshness.unread))
  return { ...freshness, state: 'ready', message, isWhole: true }
}

/** For a caller limited to some folders, who may not learn how many notes there are. */
export function withoutCounts(freshness: Freshness, isSeen: (path: string) => boolean): Freshness {
  const { state, isWhole, isFilling, message } = freshness
  const written = freshness.written.filter(isSeen)
  const unread = freshness.unread.filter(isSeen)
  const now = state === 'unavailable' ? null : { state, isFilling, isAgain: isWhole && state !== 'ready' }
  const own = writtenMessage(written)
  const isOwnAlone = own !== null && state === 'indexing' && !isWhole
  const behind = isOwnAlone || now === null ? null : freshnessMessage(now, null)
  const told = now === null ? message : joined(own, behind, unreadMessage(unread))
  return { ...freshness, done: 0, total: 0, message: told, written, unread }
}

/** What to tell the caller; null where the index agrees with the disk. */
export function freshnessMessage(
  { state, isAgain, isFilling }: Pick<SyncProgress, 'state' | 'isAgain'> & Pick<Freshness, 'isFilling'>,
  counts: Pick<SyncProgress, 'done' | 'total'> | null,
): string | null {
  const far = counts === null ? '' : ` (${counts.done} of ${counts.total} notes so far)`
  if (isAgain && state !== 'ready')
    return `The index is being made again${far}: until then the old one answers.`
  if (isFilling && (state === 'scanning' || state === 'indexing'))
    return `The vault is being indexed${state === 'scanning' ? '' : far}: notes that are not read yet may be missing.`
  switch (state) {
    case 'ready':
      return null
    case 'scanning':
      return 'The vault is being looked through: notes that changed while flint was not running may be missing.'
    case 'indexing':
      return counts === null || counts.total === 0
        ? 'Not all changed notes are indexed yet: the others may be missing.'
        : `${counts.done} of ${counts.total} changed notes are indexed so far: the others may be missing.`
    case 'doubtful':
      return 'Many notes are missing on disk at once: they are kept in the index until a second look agrees.'
  }
}

/** Said while the index reads a note that takes long, for which nobody waits. */
const longNoteMessage =
  'A long note is being read for the index: what it and notes changed since then say is found in a moment.'

const mostNamed = 3

/** Said of what cannot be read; null where everything can. */
function unreadMessage(paths: readonly string[]): string | null {
  return joined(refusedMessage(paths.filter((path) => path.isWellFormed())), oddMessage(paths.filter(isOdd)))
}

function refusedMessage(paths: readonly string[]): string | null {
  if (paths.length === 0) return null
  return `Not looked through, as the system does not let flint read it: ${someOf(paths)}. Notes there may be missing or as they were. Mend its permissions, or leave it out with index.ignore.`
}

function oddMessage(paths: readonly string[]): string | null {
  if (paths.length === 0) return null
  const which = paths.length === 1 ? '1 file or folder' : `${paths.length} files and folders`
  return `Left out, as the name is no UTF-8: ${which}, ${someOf(paths.map(printable))}. Rename what is to be found, for example with convmv.`
}

const isOdd = (path: string) => !path.isWellFormed()

function someOf(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return `${paths.slice(0, mostNamed).join(', ')}${more}`
}

/** Said while the index does not have what was just written; null where it does. */
export function writtenMessage(paths: readonly string[]): string | null {
  if (paths.length === 0) return null
  return `${someOf(paths)}: changed a moment ago and not in the index yet, which says what stood there before. Repeat the call in some seconds; what is read by path is as it is now.`
}

function joined(...messages: readonly (string | null)[]): string | null {
  const said = messages.filter((message) => message !== null)
  return said.length === 0 ? null : said.join(' ')
}
