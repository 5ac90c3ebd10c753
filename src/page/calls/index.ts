import type { Tool } from '../../call/tool.ts'
import { getChange } from './get-change.ts'
import { renderNote } from './render-note.ts'

/** What a person can call on the page beside the tools: no agent is ever served one of these. */
export function personCalls(): readonly Tool[] {
  return [renderNote, getChange]
}
