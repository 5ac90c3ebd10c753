import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { callTool } from '../call/call-tool.ts'
import type { Tool } from '../call/tool.ts'
import { actorOf } from '../model/actor.ts'
import { callContext, type HandedOn } from './call-context.ts'
import { type CancellableCalls, whileHeld } from './cancellable-calls.ts'
import type { PlainCall } from './plain-call.ts'
import { serverInfo } from './server-info.ts'

interface PlainOptions extends HandedOn {
  /** For who cancels in a message of its own: before 2026-07-28 who disconnects does not cancel a change. */
  readonly holding?: CancellableCalls | undefined
  readonly version: string
  readonly tools: () => Promise<readonly Tool[]>
}

/** An answer as JSON, and the code of the error where it is one. */
interface PlainAnswer {
  readonly text: string
  readonly code: string | null
}

/** Answers a call; null where the SDK has to do that, which then makes the call. */
export type AnswerPlainCall = (
  call: PlainCall,
  from: { readonly left: AbortSignal; readonly session: string | null },
) => Promise<PlainAnswer | null>

/**
 * Answers calls without a protocol server, of which making one and passing its rooms takes longer than most calls. A call
 * that is not there, may take minutes, or may have to be asked about is not answered here.
 */
export function plainCalls(options: PlainOptions): AnswerPlainCall {
  return async (call, { left, session }) => {
    const tools = await options.tools()
    const tool = tools.find(({ name }) => name === call.name)
    if (tool === undefined || (tool.timeLimit ?? 0) > longestMs) return null
    const mayAsk = !tool.annotations.readOnlyHint || options.whole !== undefined
    if (call.canAsk && mayAsk) return null
    const held = call.isModern ? undefined : options.holding?.hold(session, call.id)
    const isReading = tool.annotations.readOnlyHint
    const { text, isError, structuredContent } = await whileHeld(
      held,
      { left, isReading },
      async (signal) => {
        const context = await callContext(options, signal, actorOf('client', call.client))
        return await (options.call ?? callTool)(tools, call.name, call.args, context)
      },
    )
    const from = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: serverInfo(options.version) } }
    const rest = call.isModern ? `,${JSON.stringify(from).slice(1, -1)}` : ''
    // The text is the content already: it is not written twice.
    const answer = `{"result":{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text},"isError":${isError}${rest}},"jsonrpc":"2.0","id":${JSON.stringify(call.id)}}`
    return { text: answer, code: isError ? codeOf(structuredContent) : null }
  }
}

const failureShape = z.object({ error: z.object({ code: z.string() }) })

function codeOf(content: unknown): string | null {
  return failureShape.safeParse(content).data?.error.code ?? null
}

/** A client that waits for longer is told meanwhile that somebody is there. */
const longestMs = 60_000
