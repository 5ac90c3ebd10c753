import type { Awaitable } from '../model/awaitable.ts'
import { VaultError } from '../model/vault-error.ts'
import type { Answer, OpenQuestions, Question } from './question.ts'
import type { CallContext, ToolContext } from './tool-context.ts'

type Asker = Pick<CallContext, 'actor' | 'questions' | 'log'>

/**
 * What the owner of the notes says: on the page or in a terminal, if they have, else where the caller can ask them.
 * `pending` leaves the question open for all of these.
 */
export async function askOwner(question: Question, ctx: ToolContext): Promise<Answer> {
  const asked = { subject: question.subject, actor: actorIn(ctx) }
  const given = await withQuestions(ctx, (questions) => questions.take(asked))
  if (given !== null) return given
  const answer = (await ctx.ask?.(question)) ?? 'pending'
  if (answer !== 'pending') await settleQuestion(question, ctx)
  else {
    const always = ctx.session.consent?.remembers === true ? question.always : null
    await withQuestions(ctx, (questions) => questions.open({ ...question, ...asked, always }))
  }
  return answer
}

/** Nobody need answer what a call has asked. */
export async function settleQuestion(question: Pick<Question, 'call'>, ctx: Asker): Promise<void> {
  await withQuestions(ctx, (questions) => questions.settle({ call: question.call, actor: actorIn(ctx) }))
}

function actorIn({ actor }: Asker): string {
  return actor ?? 'unknown'
}

/** Where questions cannot be kept the caller's own way of asking is left. */
async function withQuestions<T>(
  ctx: Asker,
  use: (questions: OpenQuestions) => Awaitable<T>,
): Promise<T | null> {
  if (ctx.questions === undefined) return null
  try {
    return await use(await ctx.questions())
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    ctx.log.warn('questions cannot be kept for the page', { reason: error.message })
    return null
  }
}
