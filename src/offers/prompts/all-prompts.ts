import { captureThought } from './capture-thought.ts'
import { dailyNote } from './daily-note.ts'
import { findNotes } from './find-notes.ts'
import { ingestSourcePrompt } from './ingest-source-prompt.ts'
import { linkNote } from './link-note.ts'
import { meetingBrief } from './meeting-brief.ts'
import { processInbox } from './process-inbox.ts'
import type { HasTool, Prompt } from './prompt.ts'
import { refactorNote } from './refactor-note.ts'
import { staleNotes } from './stale-notes.ts'
import { synthesizeTopic } from './synthesize-topic.ts'
import { vaultHealth } from './vault-health.ts'
import { weeklyReview } from './weekly-review.ts'

/** Every prompt, in the order in which lists show them. */
export const allPrompts: readonly Prompt[] = [
  dailyNote,
  captureThought,
  processInbox,
  weeklyReview,
  findNotes,
  linkNote,
  meetingBrief,
  synthesizeTopic,
  staleNotes,
  refactorNote,
  vaultHealth,
  ingestSourcePrompt,
]

/** Those that can be followed with the tools that are served. */
export function pickPrompts(has: HasTool): readonly Prompt[] {
  return allPrompts.filter(({ needs }) => needs.every(has))
}
