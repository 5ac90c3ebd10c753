import { z } from 'zod'
import { hashParameter, refuseNul } from '../../call/common-input.ts'
import { splitOffSection as extracted } from '../../domain/split-off-section.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { writtenShape } from '../write-output.ts'
import { sectionParameters } from './section-input.ts'

export const extractSection = defineVaultTool({
  name: 'extract_section',
  title: 'Move a section into a new note',
  toolset: 'sections',
  description:
    'Move what stands below a heading into a new note and leave a link to it under the heading, which stays. Both notes change or none. ALREADY_EXISTS when the new note is there. Show the user before you do it.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  errors: ['SECTION_NOT_FOUND', 'ALREADY_EXISTS', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    ...sectionParameters,
    new_title: z.string().min(1).max(300).describe('Title of the new note.'),
    destination_directory: z.string().max(1_000).describe('Folder of the new note; made if missing.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object({
    source_path: z.string(),
    new_note_path: z.string(),
    new_note_title: z.string(),
    replaced_with_link: z.string(),
    new_content_hash: z.string().optional(),
    new_diff: z.string().optional(),
    new_lines_changed: z.string().optional(),
    updated_references: z.array(z.object({ id: z.string(), links: z.number() })).optional(),
    ...writtenShape,
  }),
  async handler(
    {
      identifier,
      section_header: header,
      line,
      new_title: title,
      destination_directory: directory,
      content_hash: contentHash,
      dry_run: dryRun,
    },
    vault,
  ) {
    refuseNul({ section_header: header, destination_directory: directory })
    const { facts, changeId, reports } = await extracted(
      vault,
      { identifier, header, line, title, directory, contentHash },
      { tool: 'extract_section', dryRun },
    )
    const source = reports.find(({ path }) => path === facts.source)
    const made = reports.find(({ kind }) => kind === 'create')
    return {
      source_path: facts.source,
      new_note_path: facts.path,
      new_note_title: facts.title,
      replaced_with_link: facts.left,
      ...(made !== undefined && {
        new_content_hash: made.content_hash ?? '',
        new_diff: made.diff,
        ...(made.lines !== null && { new_lines_changed: made.lines }),
      }),
      ...(source !== undefined && {
        content_hash: source.content_hash ?? '',
        diff: source.diff,
        ...(source.lines !== null && { lines_changed: source.lines }),
      }),
      ...(facts.updatedReferences.length > 0 && { updated_references: [...facts.updatedReferences] }),
      ...(changeId !== null && { change_id: changeId }),
      ...(dryRun && { dry_run: true }),
      ...(facts.warnings.length > 0 && { warnings: [...facts.warnings] }),
    }
  },
})
