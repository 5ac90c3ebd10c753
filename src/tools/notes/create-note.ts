import { z } from 'zod'
import { mostNoteBytes } from '../../model/note-size.ts'
import { VaultError } from '../../model/vault-error.ts'
import { findNeighbours, type Neighbours } from '../../domain/find-neighbours.ts'
import { alreadyExists } from '../../files/file-errors.ts'
import { normalizeKey } from '../../model/normalize-key.ts'
import { fileNameOf, folderOf } from '../../model/note-path.ts'
import type { NoteDraft } from '../../vault/plan-new-note.ts'
import type { VaultContext } from '../../vault/vault-context.ts'
import { zkRuleFor } from '../../settings/zk-rule.ts'
import { batchOutput, runBatch } from '../batch-output.ts'
import { refuseNul } from '../../call/common-input.ts'
import { checkTag } from '../check-tag.ts'
import { defineVaultTool } from '../../call/define-tool.ts'
import type { ToolContext } from '../../call/tool-context.ts'
import { toWritten, writtenShape } from '../write-output.ts'
import { nearNote } from './note-output.ts'
import { shorten } from '../../model/whole-characters.ts'

const metadata = z.record(z.string(), z.unknown())

export const draft = {
  title: z.string().min(1).max(300).optional().describe('Names the file unless path does.'),
  type: z.string().max(300).optional().describe('Note type.'),
  directory: z.string().max(1_000).optional().describe('Folder, instead of type.'),
  path: z.string().max(1_000).optional().describe('Exact id: a/b.md.'),
  content: z.string().max(mostNoteBytes).optional().describe('Markdown, without frontmatter.'),
  metadata: metadata.optional().describe('Frontmatter fields.'),
  tags: z.array(z.string().min(1).max(200)).max(100).optional().describe('Tags, without #.'),
  template: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe("One of the vault's templates, or daily, person, project, area."),
}

export const created = {
  id: z.string().optional(),
  type: z.string().optional(),
  title: z.string().optional(),
  filename: z.string().optional(),
  path: z.string().optional(),
  created: z.string().optional(),
  agent_instructions: z.string().optional(),
  suggested_links: z.array(nearNote).optional(),
  similar_notes: z.array(nearNote.extend({ reason: z.string() })).optional(),
  ...writtenShape,
}

export const createNote = defineVaultTool({
  name: 'create_note',
  title: 'Create notes',
  toolset: 'notes',
  description:
    'Create a note (or several with notes[]), checked against its type, never over another. Returns the type’s agent_instructions: follow them. similar_notes are likely duplicates.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  dryRun: true,
  rest: ['get_note_info with the identifiers that are not shown'],
  errors: ['ALREADY_EXISTS', 'INVALID_PATH', 'NOT_FOUND', 'TYPE_NOT_FOUND', 'VALIDATION_FAILED', 'ZK_ERROR'],
  input: z.object({
    ...draft,
    notes: z
      .array(z.strictObject({ ...draft }))
      .min(1)
      .max(200)
      .optional()
      .meta({ brief: true })
      .describe('Several notes at once, each with these fields.'),
  }),
  output: batchOutput(created),
  async handler({ notes, dry_run: dryRun, ...single }, vault, ctx) {
    if (notes === undefined) return await createOne(vault, single, { dryRun, ctx, isOneOfMany: false })
    if (Object.values(single).some((value) => value !== undefined)) {
      throw new VaultError('INVALID_ARGUMENT', 'Give either one note or notes[], not both.', {
        hint: 'Each item of notes[] has its own title, type, content and metadata.',
      })
    }
    const planned = new Set<string>()
    return await runBatch(notes, ctx, shortened, async (input) => {
      const made = await createOne(vault, input, { dryRun, ctx, isOneOfMany: true })
      // In a dry run the notes before are not there.
      const key = normalizeKey(made.path)
      if (dryRun && planned.has(key)) throw alreadyExists(made.path)
      planned.add(key)
      return made
    })
  },
})

type NoteDraftInput = Omit<NoteDraft, 'title'> & { readonly title?: string | undefined }

/** What others have changed meanwhile is waited for no longer, as the vault's lock is held. */
const longestWaitMs = 200

export async function createOne(
  vault: VaultContext,
  { title: given, ...rest }: NoteDraftInput,
  { dryRun, ctx, isOneOfMany }: { dryRun: boolean; ctx: ToolContext; isOneOfMany: boolean },
) {
  const title = given ?? defaultTitle(vault, rest)
  if (title === null) {
    throw new VaultError('INVALID_ARGUMENT', 'title is required.', {
      hint: { kind: 'give-title' },
    })
  }
  refuseNul({ content: rest.content })
  const tags = rest.tags?.map((tag) => checkTag(tag, vault.settings.tagStyle))
  const draft = { ...rest, tags, title, isTitleDerived: given === undefined }
  // While the note is written the index follows what was written before it.
  const settled = vault.index.settled(longestWaitMs)
  settled.catch(() => undefined)
  const look = async (note: { readonly path: string; readonly title: string }) => {
    await settled
    return await findNeighbours(vault, { ...note, text: rest.content ?? '' }, { isOneOfMany })
  }
  const seen: { neighbours?: Neighbours } = {}
  const options = { tool: 'create_note', dryRun }
  const written = await vault.notes.create(draft, options, async (note) => {
    seen.neighbours = await look(note)
  })
  const { agentInstructions } = await vault.types.guidance(written.type)
  return {
    id: written.path,
    type: written.type,
    title: written.title,
    filename: fileNameOf(written.path),
    path: written.path,
    created: ctx.now().toISOString(),
    ...(agentInstructions !== '' && { agent_instructions: agentInstructions }),
    // A dry run puts nothing in place.
    ...(seen.neighbours ?? (await look(written))),
    ...toWritten(written, dryRun),
  }
}

/** zk has a title for notes that are given none. */
function defaultTitle(
  { settings }: VaultContext,
  { path, directory, type }: Omit<NoteDraft, 'title'>,
): string | null {
  if (settings.kind !== 'zk') return null
  const folder = path === undefined ? (directory ?? type ?? '') : folderOf(path)
  return zkRuleFor(folder, settings)?.defaultTitle ?? null
}

// The caller knows what it sent: its own text would fill the answer.
function shortened({ content, ...input }: NoteDraftInput): Record<string, unknown> {
  return { ...input, content: content === undefined ? content : shorten(content, 80) }
}
