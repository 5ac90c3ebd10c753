import { z } from 'zod'
import { defineVaultTool } from '../../call/define-tool.ts'
import { schemaParameter, toSchema } from './type-input.ts'
import { refuseNul } from '../../call/refuse-nul.ts'

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
    description: z.string().min(1).max(10_000).describe('What such notes are for.'),
    agent_instructions: z.string().max(50_000).default('').describe('What agents do with them, as Markdown.'),
    metadata_schema: schemaParameter.default([]).describe('Frontmatter fields.'),
  }),
  output: z.object({
    type_name: z.string(),
    path: z.string(),
    content_hash: z.string().optional(),
    change_id: z.string().optional(),
    diff: z.string().optional(),
    lines_changed: z.string().optional(),
  }),
  async handler(
    { type_name: name, description, agent_instructions: instructions, metadata_schema: schema },
    vault,
  ) {
    refuseNul({ description, agent_instructions: instructions })
    const written = await vault.types.create(
      { name, description, instructions, schema: toSchema(schema) },
      'create_note_type',
    )
    return {
      type_name: name,
      path: written.path,
      ...(written.hash !== null && { content_hash: written.hash }),
      ...(written.changeId !== null && { change_id: written.changeId }),
      diff: written.reports[0]?.diff ?? '',
      ...(written.reports[0]?.lines != null && { lines_changed: written.reports[0].lines }),
    }
  },
})
