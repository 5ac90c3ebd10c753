import { z } from 'zod'
import { hashParameter, refuseNul } from '../../call/common-input.ts'
import { mostNoteBytes } from '../../model/note-size.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { sectionParameters } from './section-input.ts'

export const replaceSection = defineVaultTool({
  name: 'replace_section',
  title: 'Replace a section',
  toolset: 'sections',
  description:
    'Replace what stands below one heading, its subsections included; all else stays. SECTION_NOT_FOUND lists the headings. Returns previous_content. Show the user before you do it.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  dryRun: true,
  rest: ['get_note with section'],
  errors: ['SECTION_NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    ...sectionParameters,
    new_content: z.string().max(mostNoteBytes).describe('Markdown below the heading.'),
    content_hash: hashParameter.optional(),
  }),
  output: z.object({
    id: z.string(),
    path: z.string(),
    section_header: z.string(),
    line: z.number(),
    previous_content: z.string(),
    new_content: z.string(),
    ...writtenShape,
  }),
  async handler(
    {
      identifier,
      section_header: header,
      line,
      new_content: content,
      content_hash: contentHash,
      dry_run: dryRun,
    },
    vault,
  ) {
    refuseNul({ section_header: header, new_content: content })
    const written = await vault.writer.edit(
      identifier,
      { tool: 'replace_section', dryRun, contentHash },
      ({ file: { path, text } }) =>
        vault.textWork.run('replaceNamedSection', text, { path, header, line, content }),
    )
    const { heading, previous } = written.facts
    return {
      id: written.path,
      path: written.path,
      section_header: heading.text,
      line: heading.line,
      previous_content: previous,
      new_content: content,
      ...toWritten(written, dryRun),
    }
  },
})
