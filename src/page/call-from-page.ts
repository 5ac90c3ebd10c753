import { z } from 'zod'
import { callTool } from '../call/call-tool.ts'
import type { Ask, Question } from '../call/question.ts'
import type { Served } from '../call/served.ts'
import type { CallContext } from '../call/tool-context.ts'
import type { Tool } from '../call/tool.ts'
import { errorShape } from '../call/vault-error-content.ts'
import type { PageReply } from './page-protocol.ts'

const callShape = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.unknown()),
  answer: z.strictObject({ ticket: z.string(), choice: z.enum(['once', 'always', 'denied']) }).optional(),
})

/** Null for what is no call. */
export function readCall(body: Buffer): z.output<typeof callShape> | null {
  try {
    return callShape.safeParse(JSON.parse(body.toString())).data ?? null
  } catch {
    return null
  }
}

/** A person on the page has views in the place of tools, and a terminal for commands. */
const servedOnPage: Served = {
  caller: 'person',
  has: () => false,
  tool: () => null,
  takes: () => false,
}

const failureShape = z.object({ error: errorShape })

/**
 * Runs a tool for a person, through the one way to every tool. What the vault's owner has to be asked is asked in the
 * answer, and the same call with the person's word goes on: they are the owner.
 */
export async function callFromPage(
  tools: readonly Tool[],
  { tool, args, answer }: z.output<typeof callShape>,
  ctx: CallContext,
): Promise<PageReply> {
  const { consent } = ctx.session
  const answered = answer === undefined ? null : (consent?.take(answer.ticket) ?? null)
  let open: Question | null = null
  const ask: Ask = async (question) => {
    if (answer !== undefined && question.subject === answered) return answer.choice
    open = question
    return 'pending'
  }
  const asking = (): Question | null => open
  const result = await callTool(tools, tool, args, { ...ctx, ask, wantsAll: true, served: servedOnPage })
  const question = asking()
  if (question !== null && consent !== undefined) {
    const { text, always, subject } = question
    return { kind: 'question', ticket: consent.open(subject), text, always }
  }
  return result.isError
    ? { kind: 'failed', error: failureShape.parse(result.structuredContent).error }
    : { kind: 'done', result: result.structuredContent }
}
