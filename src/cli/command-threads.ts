import type { SqlRunner } from '../search/sql/sql-runner.ts'
import type { IndexThread } from '../sync/sync-worker.ts'

/** What serves the indexes that a command opens. */
export interface CommandThreads {
  readonly take: () => IndexThread | Promise<IndexThread>
  /** What runs people's SQL, started ahead for the first who asks; null for the others, and for other commands. */
  readonly takeSqlRunner: () => SqlRunner | null
  /** Ends what nobody took. */
  readonly close: () => Promise<void>
}

export async function startThreads({ runsSql }: { readonly runsSql: boolean }): Promise<CommandThreads> {
  let runner = runsSql ? await beginSql() : null
  const index = await indexThread()
  return {
    take: index.take,
    takeSqlRunner() {
      const given = runner
      runner = null
      return given
    },
    async close() {
      await Promise.all([index.close(), runner?.close()])
    },
  }
}

/** A thread takes two fifths of a command's processor time: where the system's `find` can look, one is started only when needed. */
async function indexThread(): Promise<Omit<CommandThreads, 'takeSqlRunner'>> {
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

async function beginSql(): Promise<SqlRunner> {
  const { SqlRunner } = await import('../search/sql/sql-runner.ts')
  const runner = new SqlRunner()
  runner.begin()
  return runner
}
