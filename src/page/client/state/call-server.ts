import type { PageCall, PageReply } from '../../page-protocol.ts'
import { newActKey } from './act-key.ts'
import type { Act, ArgsOf, Call, CallName, Failure, Outcome, ResultOf } from './calls.ts'
import { messageOf, postJson } from './post-json.ts'
import { sessionAddress } from './session-place.ts'

export type Choice = 'once' | 'always' | 'denied'

export interface Asked {
  readonly text: string
  /** What an approval from now on would let through. */
  readonly always: string
}

/** Between the attempts to learn what an act came to. */
const againAfterMs = [200, 1_000]

/** Calls to the server. A vault that wants its owner asked gets the person's word, and the call goes on. */
export function callServer(options: {
  readonly ask: (asked: Asked) => Promise<Choice>
  /** The session has ended: nothing can be called before the person is let in again. */
  readonly onEnded: () => void
  /** Something was done that the page may show as it was before. The call ends when this does. */
  readonly onActed: () => Promise<void>
  /** Whether flint answered, whatever it was. */
  readonly onReached: (isReached: boolean) => void
}): { readonly call: Call; readonly act: Act } {
  /** Null where no answer came. */
  const send = async <Name extends CallName>(
    call: PageCall,
    signal?: AbortSignal,
  ): Promise<Outcome<ResultOf<Name>> | null> => {
    const answer = await postJson(sessionAddress('call'), call, signal)
    // A proxy answers in words of its own where flint does not.
    const isLost = answer === null || (answer.status >= 500 && answer.body === null)
    if (signal?.aborted !== true) options.onReached(!isLost)
    if (isLost) return null
    if (answer.status === 401) options.onEnded()
    const { body } = answer
    if (answer.status !== 200 || !isReply<Name>(body)) {
      const message = messageOf(body) ?? `flint answered with status ${answer.status}.`
      return failed({ code: `HTTP_${answer.status}`, message })
    }
    if (body.kind !== 'question') {
      if (body.isAct) await options.onActed()
      return body
    }
    const choice = await options.ask(body)
    return send<Name>({ ...call, answer: { ticket: body.ticket, choice } }, signal)
  }
  return {
    call: async (tool, args, signal) =>
      (await send({ tool, args }, signal)) ??
      failed({ code: unreached, message: 'flint does not answer.', hint: startAgain() }),
    act: async <Name extends CallName>(tool: Name, args: ArgsOf<Name>, key = newActKey()) => {
      const first = await send<Name>({ tool, args, key })
      if (first !== null) return first
      for (const ms of againAfterMs) {
        await new Promise((resolve) => setTimeout(resolve, ms))
        const outcome = await send<Name>({ tool, args, key })
        // A server that was started again does not know what the one before has done.
        if (outcome !== null && !(outcome.kind === 'failed' && outcome.error.code === 'HTTP_401'))
          return outcome
      }
      return failed({
        code: unknownOutcome,
        message: 'It is not known whether this was saved: flint did not answer.',
        hint: startAgain(),
      })
    },
  }
}

/** The code of a call that changes nothing and had no answer. */
export const unreached = 'UNREACHED'
/** The code of an act that was sent and never answered. */
export const unknownOutcome = 'UNKNOWN_OUTCOME'

/** What is not saved yet lies in this tab, under the address that it has: at another one it would not be found. */
function startAgain(): string {
  const { hostname, port } = location
  const how = hostname === '127.0.0.1' && port !== '' ? `with flint ui --port ${port}` : 'at this address'
  return `Is it still running? Start it again ${how}: this tab keeps what you have not saved, and goes on.`
}

function failed(error: Failure): { readonly kind: 'failed'; readonly error: Failure } {
  return { kind: 'failed', error }
}

/** The server has checked the result against the schema of the tool, which is where the type comes from. */
function isReply<Name extends CallName>(body: object | null): body is PageReply<ResultOf<Name>> {
  return body !== null && 'kind' in body
}
