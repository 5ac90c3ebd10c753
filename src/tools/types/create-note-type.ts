import { z } from 'zod'
import { refuseNul } from '../../call/common-input.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { VaultError } from '../../model/vault-error.ts'
import { schemaParameter, toSchema } from './type-input.ts'
import { toWrittenType, writtenTypeShape } from './type-output.ts'

export const createNoteType = defineVaultTool({
  name: 'create_note_type',
  title: 'Create a note type',
  toolset: 'types',
  description:
    'Make a folder a note type: writes its _description.md with purpose, instructions for agents and a metadata schema that notes of this type are checked against.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  errors: ['ALREADY_EXISTS', 'VALIDATION_FAILED'],
  input: z.object({
    type_name: z.string().min(1).max(300).describe('Name and folder: meetings, work/meetings.'),
    description: z
      .string()
      .max(10_000)
      .default('')
      .describe('What such notes are for; some vaults need none.'),
    agent_instructions: z.string().max(50_000).default('').describe('What agents do with them, as Markdown.'),
    metadata_schema: schemaParameter.default([]).describe('Frontmatter fields.'),
  }),
  output: z.object({ type_name: z.string(), path: z.string(), ...writtenTypeShape }),
  async handler(
    { type_name: name, description, agent_instructions: instructions, metadata_schema: schema },
    vault,
  ) {
    if (description.trim() === '' && vault.config.note_types.require_descriptions) {
      throw new VaultError('INVALID_ARGUMENT', 'A note type of this vault needs a description.', {
        hint: 'Give description: a sentence on what such notes are for.',
      })
    }
    refuseNul({ description, agent_instructions: instructions })
    const written = await vault.types.create(
      { name, description, instructions, schema: toSchema(schema) },
      'create_note_type',
    )
    return { type_name: name, path: written.path, ...toWrittenType(written) }
  },
})
