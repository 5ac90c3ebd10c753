import { answerQuestion } from './answer-question.ts'
import { getChange } from './get-change.ts'
import { getGraph } from './get-graph.ts'
import { getVaultRights } from './get-vault-rights.ts'
import { joinTexts } from './join-texts.ts'
import { listNoteCommits } from './list-note-commits.ts'
import { listOpenTasks } from './list-open-tasks.ts'
import { listQuestions } from './list-questions.ts'
import { mendLink } from './mend-link.ts'
import type { PersonDeps } from './person-deps.ts'
import { renderNote } from './render-note.ts'
import { renderPastNote } from './render-past-note.ts'
import { tickTask } from './tick-task.ts'
import { undoChanges } from './undo-changes.ts'

/** What a person can call on the page beside the tools, by name: no agent is ever served one of these. */
export function personCalls(deps: Pick<PersonDeps, 'questions'>) {
  return {
    render_note: renderNote,
    render_past_note: renderPastNote,
    get_change: getChange,
    list_note_commits: listNoteCommits,
    undo_changes: undoChanges,
    get_graph: getGraph(),
    get_vault_rights: getVaultRights,
    list_open_tasks: listOpenTasks,
    tick_task: tickTask,
    join_texts: joinTexts,
    mend_link: mendLink,
    list_questions: listQuestions(deps),
    answer_question: answerQuestion(deps),
  }
}
