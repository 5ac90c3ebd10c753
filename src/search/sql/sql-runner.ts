import { VaultError } from '../../model/vault-error.ts'
import { SqlChild, type SqlLimits } from './sql-child.ts'
import type { SqlReply, SqlRequest, SqlRows } from './sql-messages.ts'

// One query that takes all its time must not keep the others waiting.
const mostChildren = 3
// An idle process takes some fifty megabytes.
const idleMs = 60_000

/**
 * Runs people's SQL in processes of their own, which are killed when their time is over: SQLite cannot be interrupted
 * otherwise. One stays warm for the next query.
 */
export class SqlRunner {
  readonly #children = new Set<SqlChild>()
  readonly #waiting: (() => void)[] = []
  #idle: SqlChild | null = null
  #idleTimer: NodeJS.Timeout | null = null
  #isClosed = false

  /** Starts a process before there is a query, where none is. */
  begin(): void {
    if (this.#children.size === 0 && !this.#isClosed) this.#giveBack(this.#start())
  }

  /** QUERY_REJECTED, QUERY_TIMEOUT or INDEX_UNAVAILABLE where there are no rows. */
  async run(request: SqlRequest, limits: SqlLimits): Promise<SqlRows> {
    const child = await this.#take()
    try {
      const reply = await child.ask(request, limits)
      if (reply.kind === 'rows') return reply.result
      throw whyNone(reply)
    } finally {
      this.#giveBack(child)
    }
  }

  /** Resolves when no process is left. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    await Promise.all([...this.#children].map((child) => child.kill()))
    for (const go of this.#waiting.splice(0)) go()
  }

  async #take(): Promise<SqlChild> {
    while (this.#idle === null && this.#children.size >= mostChildren && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    if (this.#isClosed) throw new VaultError('VAULT_UNAVAILABLE', 'The vault is being closed.')
    const idle = this.#idle
    this.#idle = null
    return idle === null || idle.isGone ? this.#start() : idle
  }

  #giveBack(child: SqlChild): void {
    if (child.isGone || this.#isClosed) return
    if (this.#idle !== null) return void child.kill()
    this.#idle = child
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      if (this.#idle !== child) return
      this.#idle = null
      void child.kill()
    }, idleMs).unref()
    this.#waiting.shift()?.()
  }

  #start(): SqlChild {
    const child = new SqlChild()
    this.#children.add(child)
    void child.exited.then(() => {
      this.#children.delete(child)
      if (this.#idle === child) this.#idle = null
      this.#waiting.shift()?.()
    })
    return child
  }
}

function whyNone(reply: Exclude<SqlReply, { readonly kind: 'rows' }>): VaultError {
  switch (reply.kind) {
    case 'refused':
      return new VaultError('QUERY_REJECTED', reply.message, { hint: reply.hint })
    case 'damaged':
      return new VaultError('INDEX_UNAVAILABLE', 'The index is damaged.', {
        hint: { kind: 'reindex-and-repeat' },
      })
    case 'being-made':
      return new VaultError('INDEX_UNAVAILABLE', 'The index is being made anew.', {
        hint: 'Repeat the call in a few seconds. Notes can be read and written by id meanwhile.',
      })
  }
}
