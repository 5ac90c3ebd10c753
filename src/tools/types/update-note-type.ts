import { z } from 'zod'
import type { NoteTypeChanges } from '../../markdown/types/edit-note-type-file.ts'
import { VaultError } from '../../model/vault-error.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { schemaParameter, toSchema } from './type-input.ts'

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
    content_hash: z.string().max(100).describe('From get_note_type_info.'),
  }),
  output: z.object({
    type_name: z.string(),
    path: z.string(),
    updated: z.boolean(),
    content_hash: z.string().optional(),
    change_id: z.string().optional(),
    diff: z.string().optional(),
    lines_changed: z.string().optional(),
  }),
  async handler({ type_name: name, content_hash: hash, ...given }, vault) {
    const written = await vault.types.update(name, readChanges(given), hash, 'update_note_type')
    return {
      type_name: name,
      path: written.path,
      updated: written.changeId !== null,
      ...(written.hash !== null && { content_hash: written.hash }),
      ...(written.changeId !== null && { change_id: written.changeId }),
      diff: written.reports[0]?.diff ?? '',
      ...(written.reports[0]?.lines != null && { lines_changed: written.reports[0].lines }),
    }
  },
})

interface TypeChangesInput {
  readonly instructions?: string | undefined
  readonly description?: string | undefined
  readonly metadata_schema?: z.output<typeof schemaParameter> | undefined
  readonly field?: 'instructions' | 'description' | 'metadata_schema' | undefined
  readonly value?: string | undefined
}

function readChanges({
  instructions,
  description,
  metadata_schema: schema,
  field,
  value,
}: TypeChangesInput): NoteTypeChanges {
  const changes = {
    ...(instructions !== undefined && { instructions }),
    ...(description !== undefined && { description }),
    ...(schema !== undefined && { schema: toSchema(schema) }),
    ...(field !== undefined && value !== undefined && readField(field, value)),
  }
  const isHalf = (field === undefined) !== (value === undefined)
  if (isHalf || Object.keys(changes).length === 0) {
    throw new VaultError('INVALID_ARGUMENT', 'Nothing to change was given.', {
      hint: 'Give instructions, description or metadata_schema; or field together with value.',
    })
  }
  return changes
}

function readField(
  field: 'instructions' | 'description' | 'metadata_schema',
  value: string,
): NoteTypeChanges {
  switch (field) {
    case 'instructions':
      return { instructions: value }
    case 'description':
      return { description: value }
    case 'metadata_schema':
      return { schema: readSchema(value) }
  }
}

function readSchema(json: string) {
  try {
    return toSchema(schemaParameter.parse(JSON.parse(json)))
  } catch (error) {
    throw new VaultError(
      'INVALID_ARGUMENT',
      'value is no metadata schema in JSON.',
      { hint: 'Pass metadata_schema as an array of {name, type, required, description} instead.' },
      { cause: error },
    )
  }
}
