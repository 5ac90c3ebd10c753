import type { PageCall, PageReply } from '../../page-protocol.ts'
import type { Call, CallName, Failure, Outcome, ResultOf } from './calls.ts'
import { messageOf, postJson } from './post-json.ts'
import { sessionAddress } from './session-place.ts'

export type Choice = 'once' | 'always' | 'denied'

export interface Asked {
  readonly text: string
  /** What an approval from now on would let through. */
  readonly always: string
}

/** Calls to the server. A vault that wants its owner asked gets the person's word, and the call goes on. */
export function callServer(options: {
  readonly ask: (asked: Asked) => Promise<Choice>
  /** The session has ended: nothing can be called before the person is let in again. */
  readonly onEnded: () => void
  /** Something was done that the page may show as it was before. The call ends when this does. */
  readonly onActed: () => Promise<void>
}): Call {
  const send = async <Name extends CallName>(
    call: PageCall,
    signal?: AbortSignal,
  ): Promise<Outcome<ResultOf<Name>>> => {
    const answer = await postJson(sessionAddress('call'), call, signal)
    if (answer === null) return failed(unreached())
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
  return (tool, args, signal) => send({ tool, args }, signal)
}

/** What is not saved yet lies in this tab, under the address that it has: at another one it would not be found. */
function unreached(): Failure {
  const { hostname, port } = location
  const how = hostname === '127.0.0.1' && port !== '' ? `with flint ui --port ${port}` : 'at this address'
  return {
    code: 'UNREACHED',
    message: 'flint does not answer.',
    hint: `Is it still running? Start it again ${how}: this tab keeps what you have not saved, and goes on.`,
  }
}

function failed(error: Failure): { readonly kind: 'failed'; readonly error: Failure } {
  return { kind: 'failed', error }
}

/** The server has checked the result against the schema of the tool, which is where the type comes from. */
function isReply<Name extends CallName>(body: object | null): body is PageReply<ResultOf<Name>> {
  return body !== null && 'kind' in body
}
