import { z } from 'zod'
import { formatDate } from '../../markdown/note-dates.ts'
import type { NoteType } from '../../vault/note-types.ts'
import { toIso } from '../notes/note-output.ts'
import { schemaParameter } from './type-input.ts'

export const typeShape = z.object({
  type_name: z.string(),
  description: z.string(),
  agent_instructions: z.string(),
  metadata_schema: schemaParameter,
  content_hash: z.string(),
  path: z.string(),
  created: z.string(),
  updated: z.string(),
  problems: z.array(z.string()).optional(),
})

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
