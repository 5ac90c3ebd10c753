import { hasHead } from '../model/note-content.ts'
import { checkMetadata, isAbsent } from '../markdown/types/check-metadata.ts'
import { isScalar } from '../markdown/types/check-value.ts'
import { editFrontmatter } from '../markdown/edit/edit-frontmatter.ts'
import { equalValues } from '../markdown/read/equal-values.ts'
import { fillMetadata, tagList } from '../markdown/types/fill-metadata.ts'
import { isIsoDate } from '../model/is-iso-date.ts'
import { readFrontmatter } from '../markdown/read/read-frontmatter.ts'
import { renderFrontmatter } from '../markdown/edit/render-frontmatter.ts'
import {
  folderOf,
  isHidden,
  isInside,
  isNotePath,
  pathIn,
  segmentsOf,
  stemOf,
  typeFileName,
} from '../model/note-path.ts'
import { sameTimeOn } from '../model/same-time-on.ts'
import type { MetadataProblem } from '../model/metadata-schema.ts'
import type { Frontmatter } from '../model/parsed-note.ts'
import { writeValues } from '../markdown/edit/write-values.ts'
import { applyEdits } from '../model/text-edit.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import type { VaultSettings } from '../model/vault-settings.ts'
import { VaultError } from '../model/vault-error.ts'
import { withLineEnds } from '../markdown/text/with-line-ends.ts'
import { fillTemplate, type FilledTemplate, type TemplateValues } from './fill-template.ts'
import { findTemplate, readTemplate, type NoteTemplate } from './find-template.ts'
import { makeId, nameNewNote, type NoteName } from './name-new-note.ts'
import { validationFailed, type NoteTypes } from './note-types.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { requireZkSettings } from './require-zk-settings.ts'
import { zkRuleFor } from '../settings/zk-rule.ts'

/** A note to be made. At most one of type, directory and path says where; none means the default type. */
export interface NoteDraft {
  readonly title: string
  readonly type?: string | undefined
  readonly directory?: string | undefined
  readonly path?: string | undefined
  /** The body as it will be in the file, or in its template; if left out, the default of the note's folder. */
  readonly content?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly tags?: readonly string[] | undefined
  /** A template of the vault, by name or path, or a built-in one. */
  readonly template?: string | undefined
  /** The moment that the note is about, where that is not now, as for a daily note. */
  readonly day?: Date | undefined
  /** True where nobody has chosen the title: a title in the template then takes precedence. */
  readonly isTitleDerived?: boolean | undefined
  /** The frontmatter that has the metadata, fences included: its text is kept where there is no template. */
  readonly frontmatter?: string | undefined
  /** Values of the metadata as they are to be written. */
  readonly written?: Readonly<Record<string, string>> | undefined
  /** True where the caller has no way to give metadata, so that advice says what else helps. */
  readonly takesNoMetadata?: boolean | undefined
  /** True for text from outside that nobody has described yet: it is written, and `unfit` says what its type wants. */
  readonly isFromOutside?: boolean | undefined
}

/** The type of notes that are given none, in a new vault. */
const usualType = 'general'

export interface NewNoteRules {
  readonly config: VaultConfig
  readonly settings: VaultSettings
  readonly files: VaultFiles
}

export interface PlannedNote {
  readonly path: string
  readonly type: string
  readonly title: string
  readonly text: string
  readonly warnings: readonly string[]
  /** What of the metadata does not fit the type, where that did not keep the note from being made. */
  readonly unfit: readonly MetadataProblem[]
}

/** The path and text of a new note. Fails with what is wrong about the draft; writes nothing. */
export async function planNewNote(
  draft: NoteDraft,
  types: NoteTypes,
  rules: NewNoteRules,
  now: Date,
): Promise<PlannedNote> {
  const { settings } = rules
  const title = draft.title.trim()
  if (title === '' || /[\r\n\0]/.test(title)) {
    throw new VaultError('INVALID_ARGUMENT', 'The title must be one line of text.', {
      hint: 'Give a short title.',
    })
  }
  refuseFrontmatter(draft.content)
  requireZkSettings(settings)
  const { path, id, warnings: nameWarnings } = await placeOf({ ...draft, title }, types, rules, now)
  // Where it may not lie, the error names the note and not the description that its type would have.
  rules.files.locate(path)
  const type = await types.typeOf(path)
  const { definition } = await types.guidance(type)
  const day = draft.day ?? dayOfTitle(title, path, settings, now)
  const { template, warning } = await templateFor(draft, path, rules)
  const filled =
    template === null
      ? null
      : await fillTemplate(template, templateValues(draft, { title, path, id, day }, settings))
  const own = filled?.parsed.frontmatter.data ?? {}
  // Tags of the metadata are added to those of the template.
  const added =
    'tags' in own ? tagList(draft.metadata?.['tags']).filter((tag) => typeof tag === 'string') : []
  const data = fillMetadata({
    title: draft.isTitleDerived === true && typeof own['title'] === 'string' ? own['title'] : title,
    type,
    tags: [...added, ...(draft.tags ?? [])].map((tag) => tag.replace(/^#/, '')),
    given: { ...own, ...draft.metadata, ...('tags' in own && { tags: own['tags'] }) },
    schema: definition?.schema ?? [],
    isZk: settings.kind === 'zk',
    now,
    day,
  })
  const { validate_on_create: isChecked, strict_validation: strict } = rules.config.metadata
  const check =
    definition === null || !isChecked
      ? { errors: [], warnings: [], coerced: {} }
      : checkMetadata(definition.schema, data, { strict, given: draft.metadata ?? {} })
  if (check.errors.length > 0 && draft.isFromOutside !== true)
    throw validationFailed(type, check.errors, draft.takesNoMetadata === true ? path : null)
  const frontmatter = { ...data, ...check.coerced }
  return {
    path,
    type,
    title: typeof data['title'] === 'string' ? data['title'] : title,
    text: writeValues(filled === null ? newText(draft, frontmatter) : merged(filled, frontmatter), {
      ...draft.written,
    }),
    warnings: [
      // What is wrong with the settings of daily notes is told of these.
      ...(settings.kind === 'zk'
        ? settings.problems.filter((problem) => !settings.dailyProblems.includes(problem))
        : []),
      ...nameWarnings,
      ...(warning === null ? [] : [warning]),
      ...unusedTitle(draft, data['title']),
      ...(filled?.warnings ?? []),
      ...check.warnings.map(({ field, message }) => `${field}: ${message}`),
    ],
    unfit: check.errors,
  }
}

/** A note has one title, and that of its metadata may be another. */
function unusedTitle({ metadata }: NoteDraft, title: unknown): readonly string[] {
  const other = metadata?.['title']
  if (isAbsent(other) || (isScalar(other) && String(other).trim() === title)) return []
  return [
    `title: ${JSON.stringify(other)} in the metadata does not count, as the title is ${JSON.stringify(title)}.`,
  ]
}

/** The requested template, else for a note without content the one that zk has for its folder. */
async function templateFor(
  { template, content }: NoteDraft,
  path: string,
  { settings, files }: NewNoteRules,
): Promise<{ readonly template: NoteTemplate | null; readonly warning: string | null }> {
  if (template !== undefined)
    return { template: await findTemplate(template, settings, files), warning: null }
  const own = settings.kind === 'zk' ? (zkRuleFor(folderOf(path), settings)?.template ?? null) : null
  if (content !== undefined || own === null) return { template: null, warning: null }
  const found = await readTemplate(own, files)
  const warning = found === null ? `.zk/config.toml names the template ${own}, which is not there.` : null
  return { template: found, warning }
}

function templateValues(
  { content = '', metadata = {} }: NoteDraft,
  { title, path, id, day }: { title: string; path: string; id: string; day: Date },
  settings: VaultSettings,
): TemplateValues {
  const folder = folderOf(path)
  const extra = { ...zkRuleFor(folder, settings)?.extra, ...metadata }
  const formats = settings.templateFormats
  const language = settings.zk?.language
  return { title, content, folder, stem: stemOf(path), id, extra, now: day, language, formats }
}

/** A daily note whose title is a day is about that day. */
function dayOfTitle(title: string, path: string, { dailyFolder }: VaultSettings, now: Date): Date {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(title) || !isIsoDate(title) || !isInside(path, dailyFolder ?? 'daily'))
    return now
  return sameTimeOn(title, now)
}

function newText({ frontmatter, content }: NoteDraft, data: Readonly<Record<string, unknown>>): string {
  if (frontmatter === undefined) return withFrontmatter(data, content ?? '## Notes\n')
  const text = frontmatter + (content ?? withLineEnds('\n## Notes\n', frontmatter))
  const { data: own } = readFrontmatter(text)
  // Tags in a text and a number for a title are as good.
  const kept = {
    ...(equalValues(tagList(own['tags']), data['tags']) && { tags: own['tags'] }),
    ...(isScalar(own['title']) && String(own['title']) === data['title'] && { title: own['title'] }),
  }
  return completed(text, { data: own }, { ...data, ...kept })
}

function withFrontmatter(data: Readonly<Record<string, unknown>>, body: string): string {
  return `${withLineEnds(`${renderFrontmatter(data)}\n`, body)}${body}`
}

/** The template's text with frontmatter from the rules and the caller. */
function merged({ text, parsed }: FilledTemplate, data: Readonly<Record<string, unknown>>): string {
  if (!hasHead(parsed.frontmatter)) return withFrontmatter(data, text)
  return completed(text, parsed.frontmatter, data)
}

/** A text with what its own frontmatter does not say. */
function completed(
  text: string,
  { data: own }: Pick<Frontmatter, 'data'>,
  data: Readonly<Record<string, unknown>>,
): string {
  const changed = Object.entries(data).filter(
    ([key, value]) => value !== undefined && !(Object.hasOwn(own, key) && equalValues(own[key], value)),
  )
  return applyEdits(text, editFrontmatter(text, Object.fromEntries(changed)))
}

async function placeOf(
  draft: NoteDraft,
  types: NoteTypes,
  rules: NewNoteRules,
  now: Date,
): Promise<NoteName> {
  const { title, type, directory, path } = draft
  const { files, settings } = rules
  if ([type, directory, path].filter((place) => place !== undefined).length > 1) {
    throw new VaultError('INVALID_ARGUMENT', 'Give one of type, directory and path.', {
      hint: 'type puts the note in its folder; path is the exact id.',
    })
  }
  if (path !== undefined) {
    const exact = exactPath(path, files)
    const rule = zkRuleFor(folderOf(exact), settings)
    return { path: exact, id: rule === null ? '' : makeId(rule.id), warnings: [] }
  }
  const folder = directory === undefined ? await folderOfType(type, types, rules) : files.toFolder(directory)
  const name = await nameNewNote({ title, folder, now }, settings, files)
  return { ...name, path: checked(files.toNewPath(pathIn(folder, name.path))) }
}

/** The id of a new note at exactly this path. Fails with INVALID_PATH or OUTSIDE_VAULT. */
export function exactPath(path: string, files: VaultFiles): string {
  const relative = files.toNewPath(path)
  if (relative === '' || path.endsWith('/')) {
    throw new VaultError('INVALID_PATH', 'path must name a file, not a folder.', {
      hint: 'For a folder use directory.',
    })
  }
  return checked(isNotePath(relative) ? relative : `${relative}.md`)
}

async function folderOfType(
  type: string | undefined,
  types: NoteTypes,
  { config, settings, files }: NewNoteRules,
): Promise<string> {
  const { auto_create_directories: mayCreate, require_descriptions: mustDescribe } = config.note_types
  const isThere = async (name: string) =>
    (await types.guidance(name)).definition !== null || (await files.isFolder(name))
  if (type === undefined) {
    const usual = config.default_note_type ?? usualType
    // Who gives the vault types of flint's means them.
    const isMeant = config.default_note_type !== null || (await types.guidance(usual)).definition !== null
    if (!isMeant && settings.newNoteFolder !== null) return settings.newNoteFolder
    if (mayCreate || (await isThere(usual))) return usual
    throw await types.notFound(usual)
  }
  const name = files.toFolder(type)
  if ((await isThere(name)) || (mayCreate && !mustDescribe && name !== '')) return name
  throw await types.notFound(type)
}

function checked(path: string): string {
  // A dry run that promised such a file would be wrong.
  if (segmentsOf(path).some(isTooLong)) {
    throw new VaultError('INVALID_PATH', `${path} cannot be a file here.`, {
      path,
      hint: 'Give a shorter name: a name may have 255 bytes.',
    })
  }
  if (path.split('/').includes(typeFileName)) {
    throw new VaultError('INVALID_PATH', `${typeFileName} describes a note type.`, {
      hint: { kind: 'make-type' },
    })
  }
  if (isHidden(path) || /\p{Cc}/u.test(path)) {
    throw new VaultError('INVALID_PATH', `${path} would be hidden or cannot be typed.`, {
      hint: 'Use names without control characters that do not begin with a dot.',
    })
  }
  return path
}

function isTooLong(name: string): boolean {
  return (process.platform === 'win32' ? name.length : Buffer.byteLength(name)) > 255
}

function refuseFrontmatter(content: string | undefined): void {
  if (content === undefined || !hasHead(readFrontmatter(content))) return
  throw new VaultError(
    'VALIDATION_FAILED',
    'The content begins with a frontmatter, and a new note is given its own.',
    { hint: 'Pass its keys as metadata and only the body as content.' },
  )
}
