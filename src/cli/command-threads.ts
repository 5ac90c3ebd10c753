import type { IndexThread } from '../sync/sync-worker.ts'

/** What serves the indexes that a command opens. */
export interface CommandThreads {
  readonly take: () => IndexThread | Promise<IndexThread>
  /** Ends what nobody took. */
  readonly close: () => Promise<void>
}

/** A thread takes a third of a command's time: where the system's `find` is there, one is only started when it is needed. */
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
