import { z } from 'zod'
import type { Issue } from '../../gitlab/issue.ts'
import { addressesOf, toIssueNote, type IssueNote } from '../../gitlab/issue-note.ts'
import { getIssue } from '../../gitlab/issues.ts'
import { listNotes } from '../../index-db/note-queries.ts'
import { VaultError } from '../../model/vault-error.ts'
import { metadataCondition } from '../../search/metadata-filter.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import type { NewNote } from '../../vault/note-manager.ts'
import type { NoteDraft } from '../../vault/plan-new-note.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import { tellUnfit } from '../tell-unfit.ts'
import { readObject } from '../notes/note-output.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { issueNumber, requireProject } from './gitlab-input.ts'

export const issueToNote = defineVaultTool({
  name: 'issue_to_note',
  title: 'GitLab issue to note',
  toolset: 'gitlab',
  description:
    'Make a note of a GitLab issue as it is now: link, status, labels, description. One note each: where there is one already it is returned unchanged (created: false).',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  errors: ['GITLAB_ERROR', 'ALREADY_EXISTS', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    issue_number: issueNumber,
    destination_directory: z.string().max(1_000).default('projects').describe('Folder of the note.'),
  }),
  output: z.object({
    id: z.string(),
    note_path: z.string(),
    issue_number: z.number(),
    title: z.string(),
    url: z.string(),
    status: z.string(),
    created: z.boolean(),
    confidential: z.literal(true).optional(),
    untrusted: z.literal(true),
    ...writtenShape,
  }),
  async handler({ issue_number: number, destination_directory: directory }, vault, ctx) {
    const issue = await getIssue(requireProject(ctx), number, ctx.signal)
    const facts = {
      issue_number: number,
      title: issue.title,
      url: issue.web_url,
      status: issue.state,
      untrusted: true as const,
      ...(issue.confidential === true && { confidential: true as const }),
    }
    const known = await findNoteOf(vault, issue)
    if (known !== null) return { id: known, note_path: known, ...facts, created: false }
    const draft = {
      ...toIssueNote(issue, ctx.now(), vault.settings.tagStyle),
      directory,
      isFromOutside: true,
    }
    const written = await createOnce(vault, draft, issue)
    if (typeof written === 'string') return { id: written, note_path: written, ...facts, created: false }
    const told = [
      ...(issue.confidential === true ? [confidentialHere] : []),
      ...tellUnfit(written, draft.metadata),
    ]
    return {
      id: written.path,
      note_path: written.path,
      ...facts,
      created: true,
      ...toWritten({ ...written, warnings: [...written.warnings, ...told.map(ctx.say)] }, false),
    }
  },
  async preview({ issue_number: number, destination_directory: directory }, _vault, ctx) {
    const { path } = requireProject(ctx)
    return Promise.resolve(
      `Makes a note of issue #${number} of ${path} in ${directory}, unless there is one.`,
    )
  },
})

const confidentialHere = 'The issue is confidential: whoever can read this vault can read it in the note now.'

async function findNoteOf(vault: VaultContext, issue: Issue): Promise<string | null> {
  await vault.index.settled()
  const metadata = metadataCondition([{ key: 'source', operator: '=', value: addressesOf(issue) }])
  const filter = { metadata }
  const page = { sort: 'created', limit: 100, offset: 0 } as const
  const { notes } = await vault.index.query(({ queries }) => listNotes(queries, filter, page))
  // A part that was moved into a note of its own names the issue, too.
  const whole = notes.find(({ metadata }) => 'ingested' in readObject(metadata))
  return (whole ?? notes[0])?.path ?? null
}

/**
 * The new note, or the path of one that another call has made in the meantime. Where a note of something else bears the
 * issue's title the number goes into the name.
 */
async function createOnce(
  vault: VaultContext,
  draft: IssueNote & Pick<NoteDraft, 'isFromOutside'> & { readonly directory: string },
  issue: Issue,
): Promise<NewNote | string> {
  const options = { tool: 'issue_to_note', dryRun: false }
  try {
    return await vault.notes.create(draft, options)
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'ALREADY_EXISTS') throw error
    // Another process may have made it without the index knowing yet.
    await vault.index.refresh(vault.files.toFolder(draft.directory))
    const known = await findNoteOf(vault, issue)
    if (known !== null) return known
    return await vault.notes.create({ ...draft, title: `${draft.title} (issue ${issue.iid})` }, options)
  }
}
