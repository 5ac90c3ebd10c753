import { ProtocolError, type ServerContext } from '@modelcontextprotocol/server'
import { type Answered, answerKey, type OpenQuestion } from './ask-client.ts'

/** As long as a person may take to answer. */
const patienceMs = 600_000

/**
 * Asks a client of the older revisions while its call waits. No answer is no agreement. Null where the client turns out
 * to be unable to ask.
 */
export async function pushQuestion(
  { mcpReq }: ServerContext,
  { form, ticket }: OpenQuestion,
): Promise<Answered | null> {
  const answeredBy = (response: object): Answered => ({ ticket, responses: { [answerKey]: response } })
  try {
    const question = { method: 'elicitation/create', params: form } as const
    const patience = { timeout: patienceMs, resetTimeoutOnProgress: true, onprogress: () => undefined }
    return answeredBy(await mcpReq.send(question, { ...patience, signal: mcpReq.signal }))
  } catch (error) {
    if (mcpReq.signal.aborted) throw error
    return error instanceof ProtocolError ? null : answeredBy({ action: 'cancel' })
  }
}
