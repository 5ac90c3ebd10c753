import type { Tool } from '../../call/tool.ts'
import { answerQuestion } from './answer-question.ts'
import { checkFlint } from './check-flint.ts'
import { createToken } from './create-token.ts'
import { getChange } from './get-change.ts'
import { getGitStatus } from './get-git-status.ts'
import { getGraph } from './get-graph.ts'
import { listClients } from './list-clients.ts'
import { listModels } from './list-models.ts'
import { listNoteCommits } from './list-note-commits.ts'
import { listOpenTasks } from './list-open-tasks.ts'
import { listQuestions } from './list-questions.ts'
import { listTokens } from './list-tokens.ts'
import { mendLink } from './mend-link.ts'
import type { PersonDeps } from './person-deps.ts'
import { pullModel } from './pull-model.ts'
import { renderNote } from './render-note.ts'
import { renderPastNote } from './render-past-note.ts'
import { revokeToken } from './revoke-token.ts'
import { syncVault } from './sync-vault.ts'
import { tickTask } from './tick-task.ts'
import { undoChanges } from './undo-changes.ts'

/** What a person can call on the page beside the tools: no agent is ever served one of these. */
export function personCalls(deps: PersonDeps): readonly Tool[] {
  return [
    renderNote,
    renderPastNote,
    getChange,
    listNoteCommits,
    undoChanges,
    getGraph(),
    listOpenTasks,
    tickTask,
    mendLink,
    listQuestions(deps),
    answerQuestion(deps),
    getGitStatus,
    syncVault(deps),
  ]
}

/** What is about the machine and about who may come in: not for a person whose own token is limited. */
export function machineCalls(deps: PersonDeps): readonly Tool[] {
  return [
    listTokens(deps),
    createToken(deps),
    revokeToken(deps),
    listModels(deps),
    pullModel(deps),
    checkFlint(deps),
    listClients(deps),
  ]
}
