import { z } from 'zod'
import type { ToolContext } from '../../call/tool-context.ts'
import type { WriteOutcome } from '../../changes/write-changes.ts'
import { formatDate } from '../../markdown/read/note-dates.ts'
import type { NoteType } from '../../vault/note-types.ts'
import { toIso } from '../notes/note-output.ts'
import { writtenShape } from '../write-output.ts'
import { schemaParameter } from './type-input.ts'

const { content_hash, change_id, diff, lines_changed, warnings } = writtenShape
/** What every write of a type says of itself. */
export const writtenTypeShape = { content_hash, change_id, diff, lines_changed, warnings }

export function toWrittenType({
  hash,
  changeId,
  reports: [report],
  warnings,
}: WriteOutcome & { readonly hash: string | null; readonly warnings: readonly string[] }) {
  return {
    ...(hash !== null && { content_hash: hash }),
    ...(changeId !== null && { change_id: changeId }),
    diff: report?.diff ?? '',
    ...(report?.lines != null && { lines_changed: report.lines }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  }
}

export const typeShape = z.object({
  type_name: z.string(),
  description: z.string(),
  agent_instructions: z.string(),
  metadata_schema: schemaParameter,
  content_hash: z.string().optional(),
  path: z.string().optional(),
  created: z.string().optional(),
  updated: z.string().optional(),
  problems: z.array(z.string()).optional(),
  message: z.string().optional(),
})

/** A folder with notes and without a description: a type of which nothing is said. */
export function toPlainType(name: string, say: ToolContext['say']): z.output<typeof typeShape> {
  return {
    type_name: name,
    description: '',
    agent_instructions: '',
    metadata_schema: [],
    message: say([`${name} is a folder with notes that nothing describes.`, { kind: 'describe-type' }]),
  }
}

export function toType({ definition, hash, file }: NoteType): z.output<typeof typeShape> {
  return {
    type_name: definition.name,
    description: definition.description,
    agent_instructions: definition.instructions,
    metadata_schema: definition.schema.map(({ constraints, ...field }) => ({
      ...field,
      ...(constraints !== undefined && {
        constraints: { ...constraints, options: constraints.options?.slice() },
      }),
    })),
    content_hash: hash,
    path: file.path,
    created: toIso(formatDate(Math.min(file.born, file.stamp.mtime))),
    updated: toIso(formatDate(file.stamp.mtime)),
    ...(definition.problems.length > 0 && { problems: [...definition.problems] }),
  }
}
