import type { QuestionBook } from '../../access/question-book.ts'
import type { Tool } from '../../call/tool.ts'
import { answerQuestion } from './answer-question.ts'
import { getChange } from './get-change.ts'
import { getGraph } from './get-graph.ts'
import { listQuestions } from './list-questions.ts'
import { renderNote } from './render-note.ts'
import { undoChanges } from './undo-changes.ts'

/** What lives where the page may not look. */
export interface PersonCallsOptions {
  readonly questions: () => Promise<QuestionBook>
}

/** What a person can call on the page beside the tools: no agent is ever served one of these. */
export function personCalls({ questions }: PersonCallsOptions): readonly Tool[] {
  return [renderNote, getChange, undoChanges, getGraph(), listQuestions(questions), answerQuestion(questions)]
}
