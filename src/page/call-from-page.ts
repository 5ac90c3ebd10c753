import { z } from 'zod'
import { callTool } from '../call/call-tool.ts'
import type { Ask, Question } from '../call/question.ts'
import type { Served } from '../call/served.ts'
import type { CallContext } from '../call/tool-context.ts'
import type { Tool } from '../call/tool.ts'
import { errorShape } from '../call/vault-error-content.ts'
import { hasMoreValues } from '../model/has-more-values.ts'
import { parseJson } from '../model/parse-json.ts'
import { httpLimits } from '../server/http-limits.ts'
import type { PageReply } from './page-protocol.ts'

const callShape = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.unknown()),
  key: z.string().min(1).max(100).optional(),
  answer: z.strictObject({ ticket: z.string(), choice: z.enum(['once', 'always', 'denied']) }).optional(),
})

/** Null for what is no call, or too much of one. */
export function readCall(body: Buffer): z.output<typeof callShape> | null {
  if (hasMoreValues(body, httpLimits.requestValues)) return null
  return callShape.safeParse(parseJson(body.toString())).data ?? null
}

/** A person on the page has views in the place of tools, and a terminal for commands. */
const servedOnPage: Served = {
  caller: 'person',
  has: () => false,
  tool: () => null,
  vaultParameter: null,
  takes: () => false,
}

const notServed = 'This page may not do that: the server, or the token that let you in, does not allow it.'

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
  const found = tools.find(({ name }) => name === tool)
  // It was offered before the server, or the person's token, came to allow less.
  if (found === undefined)
    return { kind: 'failed', isAct: false, error: { code: 'PERMISSION_DENIED', message: notServed } }
  const { consent } = ctx.session
  const answered = answer === undefined ? null : (consent?.take(answer.ticket) ?? null)
  const open: Question[] = []
  const ask: Ask = async (question) => {
    if (answer !== undefined && question.subject === answered?.subject) return answer.choice
    open.push(question)
    return 'pending'
  }
  const result = await callTool(tools, tool, args, { ...ctx, ask, wantsAll: true, served: servedOnPage })
  const question = open.at(-1)
  if (question !== undefined && consent !== undefined) {
    const { text, always } = question
    return { kind: 'question', ticket: consent.open(question), text, always }
  }
  const isAct = !found.annotations.readOnlyHint && args['dry_run'] !== true
  if (!result.isError) return { kind: 'done', isAct, result: result.structuredContent }
  const { error } = failureShape.parse(result.structuredContent)
  // A person does not know the names of tools.
  return {
    kind: 'failed',
    isAct,
    error: { ...error, message: error.message.replaceAll(tool, `“${found.title}”`) },
  }
}
