import type { IndexThread } from '../sync/sync-worker.ts'

/** What serves the indexes that a command opens. */
export interface CommandThreads {
  readonly take: () => IndexThread | Promise<IndexThread>
  /** Ends what nobody took. */
  readonly close: () => Promise<void>
}

/** A thread takes two fifths of a command's processor time: where the system's `find` can look, one is started only when needed. */
export async function startThread(): Promise<CommandThreads> {
  if (process.platform !== 'linux') {
    const { ThreadAhead } = await import('../sync/thread-ahead.ts')
    return new ThreadAhead()
  }
  return {
    async take() {
      const { BriefThread } = await import('../sync/brief-thread.ts')
      return new BriefThread()
    },
    close: () => Promise.resolve(),
  }
}
