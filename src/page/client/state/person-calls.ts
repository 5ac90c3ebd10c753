import type { InputOf, OutputOf } from '../../../call/tool.ts'
import type { answerQuestion } from '../../calls/answer-question.ts'
import type { checkFlint } from '../../calls/check-flint.ts'
import type { createToken } from '../../calls/create-token.ts'
import type { getChange } from '../../calls/get-change.ts'
import type { getGraph } from '../../calls/get-graph.ts'
import type { listClients } from '../../calls/list-clients.ts'
import type { listModels } from '../../calls/list-models.ts'
import type { listNoteCommits } from '../../calls/list-note-commits.ts'
import type { listOpenTasks } from '../../calls/list-open-tasks.ts'
import type { listQuestions } from '../../calls/list-questions.ts'
import type { listTokens } from '../../calls/list-tokens.ts'
import type { mendLink } from '../../calls/mend-link.ts'
import type { pullModel } from '../../calls/pull-model.ts'
import type { renderNote } from '../../calls/render-note.ts'
import type { renderPastNote } from '../../calls/render-past-note.ts'
import type { revokeToken } from '../../calls/revoke-token.ts'
import type { tickTask } from '../../calls/tick-task.ts'
import type { undoChanges } from '../../calls/undo-changes.ts'

/** The calls that only a person is served. */
export interface PersonTools {
  readonly render_note: typeof renderNote
  readonly render_past_note: typeof renderPastNote
  readonly get_change: typeof getChange
  readonly list_note_commits: typeof listNoteCommits
  readonly undo_changes: typeof undoChanges
  readonly get_graph: ReturnType<typeof getGraph>
  readonly list_open_tasks: typeof listOpenTasks
  readonly tick_task: typeof tickTask
  readonly mend_link: typeof mendLink
  readonly list_questions: ReturnType<typeof listQuestions>
  readonly answer_question: ReturnType<typeof answerQuestion>
  readonly list_tokens: ReturnType<typeof listTokens>
  readonly create_token: ReturnType<typeof createToken>
  readonly revoke_token: ReturnType<typeof revokeToken>
  readonly list_models: ReturnType<typeof listModels>
  readonly pull_model: ReturnType<typeof pullModel>
  readonly check_flint: ReturnType<typeof checkFlint>
  readonly list_clients: ReturnType<typeof listClients>
}

export type RenderedNote = OutputOf<PersonTools['render_note']>
export type PastNote = OutputOf<PersonTools['render_past_note']>
export type ChangeShown = OutputOf<PersonTools['get_change']>
export type ChangedFile = ChangeShown['files'][number]
type Undone = OutputOf<PersonTools['undo_changes']>
export type UndoneChange = Omit<Undone['changes'][number], 'actor' | 'file_count'>
export type UndoneChanges = Pick<Undone, 'undone' | 'refused'> & {
  readonly changes: readonly UndoneChange[]
}
export type UndoConflict = NonNullable<UndoneChange['conflicts']>[number]
export type NoteGraph = OutputOf<PersonTools['get_graph']>
export type GraphNode = NoteGraph['nodes'][number]
export type Question = OutputOf<PersonTools['list_questions']>['questions'][number]
export type NewToken = InputOf<PersonTools['create_token']>
export type TokenShown = OutputOf<PersonTools['list_tokens']>['tokens'][number]
