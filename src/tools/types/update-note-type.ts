import { z } from 'zod'
import type { NoteTypeChanges } from '../../markdown/types/edit-note-type-file.ts'
import { defined } from '../../model/defined.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { schemaParameter, toSchema } from './type-input.ts'
import { toWrittenType, writtenTypeShape } from './type-output.ts'

const given = {
  instructions: z.string().max(50_000).optional().describe('New agent instructions.'),
  description: z.string().min(1).max(10_000).optional().describe('New description.'),
  metadata_schema: schemaParameter
    .optional()
    .meta({ brief: true })
    .describe('New schema, whole, as create_note_type takes it.'),
  field: z
    .enum(['instructions', 'description', 'metadata_schema'])
    .optional()
    .describe('Older form: what to change, with value.'),
  value: z.string().max(50_000).optional().describe('Older form: its new text; a schema as JSON.'),
}

export const updateNoteType = defineVaultTool({
  name: 'update_note_type',
  title: 'Change a note type',
  toolset: 'types',
  description:
    'Change a note type’s instructions, description or metadata schema; other text of its _description.md stays. Needs the content_hash of get_note_type_info.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  errors: ['VALIDATION_FAILED'],
  input: z.object({
    type_name: z.string().min(1).max(300).describe('Note type to change.'),
    ...given,
    content_hash: z.string().max(100).describe('From get_note_type_info.'),
  }),
  output: z.object({
    type_name: z.string(),
    path: z.string(),
    updated: z.boolean(),
    ...writtenTypeShape,
  }),
  async handler({ type_name: name, content_hash: hash, ...changes }, vault) {
    const written = await vault.types.update(name, readChanges(changes), hash, 'update_note_type')
    return {
      type_name: name,
      path: written.path,
      updated: written.changeId !== null,
      ...toWrittenType(written),
    }
  },
})

function readChanges({
  instructions,
  description,
  metadata_schema: schema,
  field,
  value,
}: z.output<z.ZodObject<typeof given>>): NoteTypeChanges {
  const older = (name: typeof field) => (name === field ? value : undefined)
  const json = older('metadata_schema')
  const written = json === undefined ? schema : readSchema(json)
  const changes = defined({
    instructions: older('instructions') ?? instructions,
    description: older('description') ?? description,
    schema: written && toSchema(written),
  })
  const isHalf = (field === undefined) !== (value === undefined)
  if (isHalf || Object.keys(changes).length === 0) {
    throw new VaultError('INVALID_ARGUMENT', 'Nothing to change was given.', {
      hint: 'Give instructions, description or metadata_schema; or field together with value.',
    })
  }
  return changes
}

function readSchema(json: string) {
  try {
    return schemaParameter.parse(JSON.parse(json))
  } catch (error) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      'value is no metadata schema in JSON.',
      { hint: 'Pass metadata_schema as an array of {name, type, required, description} instead.' },
      { cause: error },
    )
  }
}
