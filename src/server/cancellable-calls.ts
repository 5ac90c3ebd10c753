import { isRecord } from '../model/is-record.ts'

/** The header with a client's session, as clients before 2026-07-28 send it once they were given one. */
export const sessionHeader = 'mcp-session-id'

/** A call under way, which `signal` ends; to be released once it has ended. */
export interface HeldCall {
  readonly signal: AbortSignal
  readonly release: () => void
}

/**
 * Calls under way over HTTP before 2026-07-28, where a client cancels in a request of its own. Clients of one token may
 * number their requests alike: each cancels only what bears its own session. A call without a session cannot be cancelled.
 */
export class CancellableCalls {
  readonly #calls = new Map<string | symbol, { readonly controller: AbortController; holders: number }>()

  /** A call may be held at several places on its way: it is forgotten when all of them have released it. */
  hold(session: string | null, id: string | number): HeldCall {
    const key = session === null ? Symbol('no session') : keyOf(session, id)
    const call = this.#calls.get(key) ?? { controller: new AbortController(), holders: 0 }
    call.holders += 1
    this.#calls.set(key, call)
    const release = () => {
      call.holders -= 1
      if (call.holders === 0) this.#calls.delete(key)
    }
    return { signal: call.controller.signal, release }
  }

  cancel(session: string, id: string | number): void {
    this.#calls.get(keyOf(session, id))?.controller.abort()
  }

  cancelAll(): void {
    for (const { controller } of this.#calls.values()) controller.abort()
  }
}

/** Holds the requests of a message, and cancels those that it is there to cancel. */
export function hearMessage(calls: CancellableCalls, session: string, message: unknown): readonly HeldCall[] {
  const parts = [message].flat().filter(isRecord)
  const held = parts.flatMap(({ id, method }) =>
    isId(id) && method !== undefined ? [calls.hold(session, id)] : [],
  )
  for (const { id, method, params } of parts) {
    if (method !== 'notifications/cancelled' || id !== undefined || !isRecord(params)) continue
    if (isId(params['requestId'])) calls.cancel(session, params['requestId'])
  }
  return held
}

/** Whether a message begins a session, of which its client is to tell the server with each request from then on. */
export function begins(message: unknown): boolean {
  return isRecord(message) && message['method'] === 'initialize'
}

/** Makes a call until a message cancels it or, where it only reads, its client has left. Others end with their client. */
export async function whileHeld<Result>(
  held: HeldCall | undefined,
  { left, isReading }: { readonly left: AbortSignal; readonly isReading: boolean },
  make: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (held === undefined) return await make(left)
  try {
    return await make(isReading ? AbortSignal.any([left, held.signal]) : held.signal)
  } finally {
    held.release()
  }
}

function keyOf(session: string, id: string | number): string {
  return JSON.stringify([session, id])
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
