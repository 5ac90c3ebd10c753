import { z } from 'zod'
import { defineTool } from '../../call/define-tool.ts'
import { VaultError } from '../../model/vault-error.ts'
import { seenBy } from './list-questions.ts'
import type { PersonDeps } from './person-deps.ts'

/** Answers what an agent waits to be allowed; whoever answers first counts. */
export function answerQuestion({ questions }: Pick<PersonDeps, 'questions'>) {
  return defineTool({
    name: 'answer_question',
    title: 'Answer a question',
    toolset: 'person',
    description: 'Allows what an agent waits for, once or from now on, or denies it.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    input: z.object({
      question_id: z.string().min(1).describe('Of the question, as list_questions has it.'),
      answer: z.enum(['once', 'always', 'denied']).describe('The owner’s word.'),
    }),
    output: z.object({ question_id: z.string(), answer: z.string(), tool: z.string(), actor: z.string() }),
    errors: ['NOT_FOUND', 'INVALID_ARGUMENT'],
    async handler({ question_id: id, answer }, ctx) {
      const book = await questions()
      const waiting = await book.list()
      const seen = await seenBy(ctx, waiting)
      if (!seen.some((question) => question.id === id) && waiting.some((one) => one.id === id))
        throw new VaultError(
          'PERMISSION_DENIED',
          'That question is about a vault that is not yours to answer for.',
        )
      const { tool, actor } = await book.answer(id, answer)
      return { question_id: id, answer, tool, actor }
    },
  })
}
