import { z } from 'zod'
import { noteParameter, toldOnce, refuseNul } from '../../call/common-input.ts'
import { mostNoteBytes } from '../../model/note-size.ts'
import { linksLost } from '../../domain/links-lost.ts'
import { parseNote } from '../../markdown/read/parse-note.ts'
import { stemOf } from '../../model/note-path.ts'
import { VaultError } from '../../model/vault-error.ts'
import { ForeseenFiles } from '../../changes/foreseen-files.ts'
import type { WriteOptions, WrittenNote } from '../../vault/note-writer.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { hashOf } from '../../files/hash-file.ts'
import { batchOutput, runBatch } from '../batch-output.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import { toWritten, writtenShape } from '../write-output.ts'

const update = {
  content: z
    .string()
    .max(mostNoteBytes)
    .optional()
    .describe('New body, or text to add, without frontmatter.'),
  metadata: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Frontmatter to merge; null removes a key.'),
  edits: z
    .array(
      z.strictObject({
        old: z.string().min(1).max(mostNoteBytes).meta(toldOnce).describe('As it stands there.'),
        new: z.string().max(mostNoteBytes).meta(toldOnce).describe('Takes its place.'),
        all: z.boolean().default(false).meta(toldOnce).describe('Every occurrence.'),
      }),
    )
    .min(1)
    .max(100)
    .optional()
    .describe('Find and replace, to the character. old must be there just once, unless all. Needs no hash.'),
  mode: z
    .enum(['replace', 'append', 'prepend'])
    .default('replace')
    .meta(toldOnce)
    .describe('How content goes in.'),
  content_hash: z.string().max(100).optional().describe('From get_note; required unless only adding text.'),
}

const identifier = noteParameter
const tool = 'update_note'

const updated = {
  id: z.string().optional(),
  path: z.string().optional(),
  type: z.string().optional(),
  updated: z.boolean().optional(),
  ...writtenShape,
}

export const updateNote = defineVaultTool({
  name: tool,
  title: 'Change notes',
  toolset: 'notes',
  description:
    'Replace passages with edits, or replace, append or prepend a note’s body and merge its metadata (or several with updates[]). Nothing else in the file changes.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  rest: ['get_note_info with the identifiers that are not shown'],
  errors: ['TEXT_NOT_FOUND', 'VALIDATION_FAILED'],
  input: z.object({
    identifier: identifier.optional(),
    ...update,
    updates: z
      .array(z.strictObject({ identifier, ...update }))
      .min(1)
      .max(200)
      .optional()
      .meta({ brief: true })
      .describe('Several at once, each with these fields.'),
  }),
  output: batchOutput(updated),
  async handler({ identifier: named, updates, dry_run: dryRun, ...single }, vault, ctx) {
    if (updates === undefined) {
      if (named === undefined) {
        throw new VaultError('INVALID_ARGUMENT', 'identifier is required.', {
          hint: 'Give the id of the note to change, or updates[] for several.',
        })
      }
      return await updateOne(vault, { identifier: named, ...single }, { tool, dryRun }, ctx)
    }
    const { content, edits, metadata, content_hash: hash } = single
    if ([named, content, edits, metadata, hash].some((value) => value !== undefined)) {
      throw new VaultError('INVALID_ARGUMENT', 'Give either one change or updates[], not both.', {
        hint: 'Each item of updates[] has its own identifier, content, edits, metadata and content_hash.',
      })
    }
    requireAllHashes(updates)
    const foreseen = dryRun ? new ForeseenFiles(vault.files) : undefined
    return await runBatch(
      updates,
      ctx,
      (item) => ({ identifier: item.identifier }),
      (item) => updateOne(vault, item, { tool, dryRun, foreseen }, ctx),
    )
  },
})

type UpdateInput = z.output<z.ZodObject<typeof update>> & { readonly identifier: string }

/** A batch in which one change lacks its hash is refused whole, before anything is written. */
function requireAllHashes(updates: readonly UpdateInput[]): void {
  const without = updates.filter(
    ({ content, content_hash: hash, mode, metadata }) =>
      hash === undefined && ((content !== undefined && mode === 'replace') || metadata !== undefined),
  )
  if (without.length === 0) return
  throw new VaultError(
    'INVALID_ARGUMENT',
    `${without.length} of ${updates.length} updates have no content_hash.`,
    {
      identifiers: without.slice(0, 20).map((item) => item.identifier),
      hint: [{ kind: 'read-hashes' }, 'Nothing was changed.'],
    },
  )
}

async function updateOne(
  vault: VaultContext,
  { content_hash: contentHash, ...rest }: UpdateInput,
  options: WriteOptions,
  ctx: ToolContext,
) {
  refuseNul({ content: rest.content, edits: rest.edits?.map((edit) => edit.new).join() })
  const update = { ...rest, contentHash }
  const { dryRun } = options
  const isRetitled = update.metadata !== undefined && 'title' in update.metadata
  const plan = dryRun || isRetitled ? await vault.notes.update(update, { ...options, dryRun: true }) : null
  const lost = plan !== null && isRetitled ? await warnOfLinksLost(vault, plan, ctx) : []
  const written = dryRun && plan !== null ? plan : await vault.notes.update(update, options)
  return {
    id: written.path,
    path: written.path,
    type: written.type,
    updated: written.changeId !== null,
    ...toWritten({ ...written, warnings: [...written.warnings, ...lost] }, dryRun),
  }
}

/** Links that find a note by its title break when its metadata get another one. */
async function warnOfLinksLost(
  vault: VaultContext,
  { path, before, after }: WrittenNote,
  { say }: ToolContext,
): Promise<readonly string[]> {
  if (before === null || after === null) return []
  await vault.index.settled()
  const file = { text: before, hash: hashOf(Buffer.from(before)) }
  const { total } = await linksLost(vault, [{ kind: 'replace', path, before: file, text: after }])
  if (total === null || total === 0) return []
  const title = parseNote(before).title ?? stemOf(path)
  const links = total === 1 ? 'link uses' : 'links use'
  const warning = `${total} ${links} the title "${title}" and will not find the note`
  return [say({ kind: 'keep-links', warning })]
}
