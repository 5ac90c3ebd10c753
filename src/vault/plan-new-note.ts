import { checkMetadata } from '../markdown/check-metadata.ts'
import { fillMetadata } from '../markdown/fill-metadata.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { renderFrontmatter } from '../markdown/render-frontmatter.ts'
import { typeFileName } from '../model/note-path.ts'
import type { VaultConfig, VaultSettings } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
import { noteFileName } from './note-file-name.ts'
import { validationFailed, type NoteTypes } from './note-types.ts'
import type { VaultFiles } from './vault-files.ts'

/** A note that somebody wants. At most one of type, directory and path says where; none means the default type. */
export interface NoteDraft {
  readonly title: string
  readonly type?: string | undefined
  readonly directory?: string | undefined
  readonly path?: string | undefined
  /** The body as it will stand in the file; left out, the note has one empty section. */
  readonly content?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly tags?: readonly string[] | undefined
}

export interface NewNoteRules {
  readonly config: VaultConfig
  readonly settings: VaultSettings
  readonly files: VaultFiles
}

export interface PlannedNote {
  readonly path: string
  readonly type: string
  readonly text: string
  readonly warnings: readonly string[]
}

/** Where a new note goes and what its file says. Fails with what is wrong about the draft; writes nothing. */
export async function planNewNote(
  draft: NoteDraft,
  types: NoteTypes,
  rules: NewNoteRules,
  now: Date,
): Promise<PlannedNote> {
  const title = draft.title.trim()
  if (title === '' || /[\r\n\0]/.test(title)) {
    throw new VaultError('INVALID_ARGUMENT', 'The title must be one line of text.', {
      hint: 'Give a short title.',
    })
  }
  refuseFrontmatter(draft.content)
  const path = await placeOf({ ...draft, title }, types, rules)
  const type = await types.typeOf(path)
  const { definition } = await types.guidance(type)
  const data = fillMetadata({
    title,
    type,
    tags: (draft.tags ?? []).map((tag) => tag.replace(/^#/, '')),
    given: draft.metadata ?? {},
    schema: definition?.schema ?? [],
    isZk: rules.settings.kind === 'zk',
    now,
  })
  const { validate_on_create: isChecked, strict_validation: strict } = rules.config.metadata
  const check =
    definition === null || !isChecked
      ? { errors: [], warnings: [], coerced: {} }
      : checkMetadata(definition.schema, data, { strict })
  if (check.errors.length > 0) throw validationFailed(type, check.errors)
  return {
    path,
    type,
    text: `${renderFrontmatter({ ...data, ...check.coerced })}\n${draft.content ?? '## Notes\n'}`,
    warnings: check.warnings.map(({ field, message }) => `${field}: ${message}`),
  }
}

async function placeOf(draft: NoteDraft, types: NoteTypes, rules: NewNoteRules): Promise<string> {
  const { title, type, directory, path } = draft
  if ([type, directory, path].filter((place) => place !== undefined).length > 1) {
    throw new VaultError('INVALID_ARGUMENT', 'Give one of type, directory and path.', {
      hint: 'type puts the note in its folder; path is the exact id.',
    })
  }
  if (path !== undefined) return exactPath(path, rules.files)
  const folder =
    directory === undefined ? await folderOfType(type, types, rules) : rules.files.toRelative(directory)
  const name = noteFileName(title, rules.settings)
  return checked(folder === '' ? name : `${folder}/${name}`)
}

function exactPath(path: string, files: VaultFiles): string {
  const relative = files.toRelative(path).normalize('NFC')
  if (relative === '' || path.endsWith('/')) {
    throw new VaultError('INVALID_PATH', 'path must name a file, not a folder.', {
      hint: 'For a folder use directory.',
    })
  }
  return checked(/\.md$/i.test(relative) ? relative : `${relative}.md`)
}

async function folderOfType(
  type: string | undefined,
  types: NoteTypes,
  { config, files }: NewNoteRules,
): Promise<string> {
  if (type === undefined) return config.default_note_type
  const name = files.toRelative(type)
  const { definition } = await types.guidance(name)
  if (definition !== null || (await files.isFolder(name))) return name
  const { auto_create_directories: mayCreate, require_descriptions: mustDescribe } = config.note_types
  if (mayCreate && !mustDescribe && name !== '') return name
  throw await types.notFound(type)
}

function checked(path: string): string {
  if (path.split('/').includes(typeFileName)) {
    throw new VaultError('INVALID_PATH', `${typeFileName} describes a note type.`, {
      hint: 'Call create_note_type.',
    })
  }
  if (path.split('/').some((segment) => segment.startsWith('.') || /[\p{Cc}]/u.test(segment))) {
    throw new VaultError('INVALID_PATH', `${path} would be hidden or cannot be typed.`, {
      hint: 'Use names without control characters that do not begin with a dot.',
    })
  }
  return path
}

function refuseFrontmatter(content: string | undefined): void {
  if (content === undefined || parseNote(content).frontmatter.range === null) return
  throw new VaultError(
    'VALIDATION_FAILED',
    'The content begins with a frontmatter, and a new note is given its own.',
    {
      hint: 'Pass its keys as metadata and only the body as content.',
    },
  )
}
