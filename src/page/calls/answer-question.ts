import { z } from 'zod'
import { notAnswered } from '../../access/question-book.ts'
import { defineTool } from '../../call/define-tool.ts'
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
      const seen = await seenBy(ctx, await book.list())
      // One about another vault is not there for this person.
      if (!seen.some((question) => question.id === id)) throw notAnswered(id, seen)
      const { tool, actor } = await book.answer(id, answer)
      return { question_id: id, answer, tool, actor }
    },
  })
}
