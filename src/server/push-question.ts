import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ProtocolError, type ServerContext } from '@modelcontextprotocol/server'
import { settleQuestion } from '../call/ask-owner.ts'
import type { Asked } from '../call/question.ts'
import { messageOf } from '../model/error-code.ts'
import type { CallContext } from '../call/tool-context.ts'
import { type Answered, answerKey, type OpenQuestion } from './ask-client.ts'

/** As long as a person may take to answer. */
const patienceMs = 600_000

/**
 * Asks a client of the older revisions while its call waits, until the owner has answered there or elsewhere. No answer is
 * no agreement. Null where the client turns out to be unable to ask.
 */
export async function pushQuestion(
  { mcpReq }: ServerContext,
  { form, ticket, question }: OpenQuestion,
  ctx: Pick<CallContext, 'actor' | 'questions' | 'log'>,
): Promise<Answered | null> {
  const over = new AbortController()
  const { actor = 'unknown', questions } = ctx
  const elsewhere = answeredElsewhere(questions, { subject: question.subject, actor }, over.signal)
  elsewhere.then(
    () => {
      over.abort()
    },
    (error: unknown) => {
      // Then the client alone is waited for.
      ctx.log.warn('whether a question was answered elsewhere cannot be seen', { cause: messageOf(error) })
    },
  )
  const answeredBy = (response: object): Answered => ({ ticket, responses: { [answerKey]: response } })
  try {
    const request = { method: 'elicitation/create', params: form } as const
    const patience = { timeout: patienceMs, resetTimeoutOnProgress: true, onprogress: () => undefined }
    const signal = AbortSignal.any([mcpReq.signal, over.signal])
    return answeredBy(await mcpReq.send(request, { ...patience, signal }))
  } catch (error) {
    if (mcpReq.signal.aborted) {
      await settleQuestion(question, ctx)
      throw error
    }
    if (over.signal.aborted) return { ticket, responses: undefined }
    return error instanceof ProtocolError ? null : answeredBy({ action: 'cancel' })
  } finally {
    over.abort()
  }
}

// A person who has approved sees the agent go on at once.
const lookEveryMs = 40

/**
 * Resolves when the owner has answered a question on the page or in a terminal, in whichever process; or with the signal,
 * which must come in the end.
 */
async function answeredElsewhere(
  questions: CallContext['questions'],
  asked: Asked,
  signal: AbortSignal,
): Promise<void> {
  const book = await questions?.().catch(() => undefined)
  while (!signal.aborted && (await book?.isAnswered(asked)) !== true) {
    await (book === undefined ? once(signal, 'abort') : delay(lookEveryMs))
  }
}
