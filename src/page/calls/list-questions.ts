import { z } from 'zod'
import type { WaitingQuestion } from '../../access/question-book.ts'
import { defineTool } from '../../call/define-tool.ts'
import type { CallContext } from '../../call/tool-context.ts'
import type { PersonDeps } from './person-deps.ts'

/** What agents of any flint process wait to be allowed, in the vaults that this person may see. */
export function listQuestions({ questions }: Pick<PersonDeps, 'questions'>) {
  return defineTool({
    name: 'list_questions',
    title: 'Questions that wait',
    toolset: 'person',
    description: 'What agents wait to be allowed, the oldest first.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    input: z.object({}),
    output: z.object({
      questions: z.array(
        z.object({
          question_id: z.string(),
          vault_id: z.string(),
          tool: z.string(),
          actor: z.string(),
          text: z.string(),
          always: z.string().nullable(),
          created: z.string(),
          expires: z.string(),
        }),
      ),
    }),
    maxBytes: 4_000_000,
    async handler(_input, ctx) {
      const waiting = await seenBy(ctx, await (await questions()).list())
      return {
        questions: waiting.map(({ id, vault, ...same }) => ({ question_id: id, vault_id: vault, ...same })),
      }
    },
  })
}

/**
 * A person with a token of their own answers for the vaults that it opens whole: a question shows what would change, wherever
 * that lies.
 */
export async function seenBy(
  { vaults, whole, actor }: Pick<CallContext, 'vaults' | 'whole' | 'actor'>,
  questions: readonly WaitingQuestion[],
): Promise<readonly WaitingQuestion[]> {
  const known = new Set<string>((await vaults.known()).map(({ id }) => id))
  if (whole === undefined) return []
  // A vault that an agent would make is not known yet.
  return questions.filter(({ vault }) => known.has(vault) || actor === 'person')
}
