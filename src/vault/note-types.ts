import { checkMetadata } from '../markdown/types/check-metadata.ts'
import { editNoteTypeFile, type NoteTypeChanges } from '../markdown/types/edit-note-type-file.ts'
import { parseNoteTypeFile, renderNoteTypeFile } from '../markdown/types/note-type-file.ts'
import { readTypeFolders } from '../index-db/indexed-state.ts'
import { archiveFolder } from '../index-db/note-filter.ts'
import { nearest } from '../model/nearest.ts'
import { applyEdits } from '../model/text-edit.ts'
import type { ContentHash } from '../model/ids.ts'
import type { MetadataCheck, MetadataProblem, NoteTypeDefinition } from '../model/metadata-schema.ts'
import { isCleanRelativePath } from '../model/ids.ts'
import { foldersAbove, isCanvas, isNotePath, noteTypeOf, typeFileName } from '../model/note-path.ts'
import type { VaultConfig } from '../model/vault-config.ts'
import { VaultError } from '../model/vault-error.ts'
import { alreadyExists } from '../files/file-errors.ts'
import { isInTrash, trashFolder } from '../files/own-places.ts'
import { checkHash } from './check-hash.ts'
import type { StoredFile } from '../files/stored-file.ts'
import { reportChanges } from '../changes/report-changes.ts'
import { writeChanges, type WriteDoor, type WriteOutcome } from '../changes/write-changes.ts'
import { rawFolder } from './raw-path.ts'
import { askOf, type VaultIndex } from './vault-index.ts'

interface WrittenType extends WriteOutcome {
  readonly path: string
  readonly hash: ContentHash | null
  readonly warnings: readonly string[]
}

export interface NoteType {
  readonly definition: NoteTypeDefinition
  readonly hash: ContentHash
  readonly file: StoredFile
}

/** The note types of one vault: folders with a `_description.md`, read from disk on each request. */
export class NoteTypes {
  readonly #door: WriteDoor
  readonly #config: VaultConfig
  readonly #index: VaultIndex

  constructor(door: WriteDoor, config: VaultConfig, index: VaultIndex) {
    this.#door = door
    this.#config = config
    this.#index = index
  }

  /** Types with a description, by name. */
  async list(): Promise<readonly NoteType[]> {
    // An index that is catching up does not know all folders yet.
    await this.#index.settled()
    const folders = (await askOf(this.#index)(({ db }) => [...readTypeFolders(db)].sort())) ?? []
    const types = await Promise.all(folders.map((folder) => this.#read(folder)))
    return types.filter((type) => type !== null)
  }

  /** TYPE_NOT_FOUND lists the existing types. */
  async get(name: string): Promise<NoteType> {
    const type = isCleanRelativePath(name) ? await this.#read(this.#door.files.spelled(name)) : null
    if (type !== null) return type
    throw await this.notFound(name)
  }

  async notFound(name: string): Promise<VaultError> {
    const known = (await this.list()).map(({ definition }) => definition.name)
    const [meant] = nearest(name, known)
    return new VaultError('TYPE_NOT_FOUND', `There is no note type "${name}".`, {
      known_types: known,
      ...(meant !== undefined && { nearest: meant }),
      hint: { kind: 'choose-type' },
    })
  }

  /** The type of the note at a path, by the descriptions that are on disk now; in the trash that of where it was. */
  async typeOf(named: string): Promise<string> {
    const path = isInTrash(named) ? named.slice(trashFolder.length + 1) : named
    for (const folder of foldersAbove(path))
      if (await this.#door.files.exists(`${folder}/${typeFileName}`)) return folder
    return noteTypeOf(path, new Set())
  }

  /** What an agent is told when it reads or writes a note of this type; empty for a folder without a description. */
  async guidance(
    name: string,
  ): Promise<{ readonly agentInstructions: string; readonly definition: NoteTypeDefinition | null }> {
    const type = name === '' ? null : await this.#read(name)
    return { agentInstructions: type?.definition.instructions ?? '', definition: type?.definition ?? null }
  }

  /**
   * Checks a change of a note's metadata. Only what the change itself sets or removes can fail: a note that lacked a
   * required field before can still be changed. Returns the change with its values as the schema wants them.
   */
  async checkUpdate(
    typeName: string,
    merged: Readonly<Record<string, unknown>>,
    change: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly changes: Readonly<Record<string, unknown>>; readonly warnings: readonly string[] }> {
    const { errors, warnings, coerced } = await this.#checkChange(typeName, merged, change)
    if (errors.length > 0) throw validationFailed(typeName, errors)
    return { changes: { ...change, ...coerced }, warnings: warnings.map(sentence) }
  }

  /** What a change of a note's metadata sets or removes that does not fit its type, where that does not stop the change. */
  async misfits(
    typeName: string,
    merged: Readonly<Record<string, unknown>>,
    change: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]> {
    if (Object.keys(change).length === 0) return []
    const { errors, warnings } = await this.#checkChange(typeName, merged, change)
    return [...errors, ...warnings].map(sentence)
  }

  /** The check of a note's metadata, of which only what is about the keys of the change. */
  async #checkChange(
    typeName: string,
    merged: Readonly<Record<string, unknown>>,
    change: Readonly<Record<string, unknown>>,
  ): Promise<MetadataCheck> {
    const { definition } = await this.guidance(typeName)
    const { validate_on_update: isChecked, strict_validation: strict } = this.#config.metadata
    if (definition === null || !isChecked) return { errors: [], warnings: [], coerced: {} }
    const present = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
    const check = checkMetadata(definition.schema, present, { strict, given: change })
    const isOwn = (key: string) => Object.hasOwn(change, key)
    return {
      errors: check.errors.filter(({ field }) => isOwn(field)),
      warnings: check.warnings.filter(({ field }) => isOwn(field)),
      coerced: Object.fromEntries(Object.entries(check.coerced).filter(([key]) => isOwn(key))),
    }
  }

  async create(type: Omit<NoteTypeDefinition, 'problems'>, tool: string): Promise<WrittenType> {
    checkTypeName(type.name)
    const path = `${this.#door.files.toFolder(type.name)}/${typeFileName}`
    if (await this.#door.files.exists(path)) throw alreadyExists(path)
    const text = renderNoteTypeFile(type)
    const written = await this.#door.locked((held) =>
      writeChanges(this.#door, held, tool, [{ kind: 'create', path, text }]),
    )
    const warnings = tellFitted(type, text)
    return { ...written, path, hash: written.reports[0]?.content_hash ?? null, warnings }
  }

  async update(
    name: string,
    changes: NoteTypeChanges,
    contentHash: string,
    tool: string,
  ): Promise<WrittenType> {
    await this.get(name)
    return await this.#door.locked(async (held) => {
      const { file } = await this.get(name)
      checkHash(file, contentHash, true)
      const text = applyEdits(file.text, editNoteTypeFile(file.text, changes))
      const plan = [{ kind: 'replace', path: file.path, before: file, text }] as const
      const written =
        text === file.text
          ? { changeId: null, reports: await reportChanges(plan) }
          : await writeChanges(this.#door, held, tool, plan)
      const hash = written.reports[0]?.content_hash ?? null
      return { ...written, path: file.path, hash, warnings: tellFitted(changes, text) }
    })
  }

  async #read(folder: string): Promise<NoteType | null> {
    const file = await this.#door.files.read(`${folder}/${typeFileName}`)
    if (file === null) return null
    return { file, hash: file.hash, definition: parseNoteTypeFile(folder, file.text) }
  }
}

/** A new note at `path` is one for which the caller could not give the fields. */
export function validationFailed(
  type: string,
  errors: readonly MetadataProblem[],
  path: string | null = null,
): VaultError {
  const fields = errors.map(({ field, message }) => ({ field, message }))
  const list = fields.map(sentence).join('; ')
  return new VaultError('VALIDATION_FAILED', `The metadata does not fit the type "${type}": ${list}`, {
    type,
    fields,
    hint: [
      path === null ? { kind: 'fit-fields', type } : { kind: 'fit-new-note', type, path },
      'Nothing was written.',
    ],
  })
}

function sentence({ field, message }: MetadataProblem): string {
  return `${field}: ${message}`
}

/** What of the given texts the file cannot hold as it was. */
function tellFitted(given: NoteTypeChanges, text: string): readonly string[] {
  const { instructions, description } = parseNoteTypeFile('', text)
  const isAsGiven = (wanted: string | undefined, read: string) =>
    wanted === undefined || wanted.replace(/\r\n?/g, '\n').trim() === read
  const fitted = [
    ...(isAsGiven(given.instructions, instructions) ? [] : ['the instructions']),
    ...(isAsGiven(given.description, description) ? [] : ['the description']),
  ]
  return fitted.map(
    (what) =>
      `Headings of ${what} were lowered, an open block closed or dashes set apart, so that one section of ${typeFileName} holds the text; the diff shows how.`,
  )
}

function checkTypeName(name: string): void {
  const isFine =
    isCleanRelativePath(name) && !/[<>:"|?*\p{Cc}]/u.test(name) && !/(^|\/)[._]|[. ](\/|$)/.test(name)
  const [first = ''] = name.toLowerCase().split('/')
  const isTaken = first === rawFolder || first === archiveFolder
  const isFile = name.split('/').some((part) => isNotePath(part) || isCanvas(part))
  if (isFine && !isTaken && !isFile) return
  throw new VaultError(
    'INVALID_ARGUMENT',
    isTaken
      ? `"${name}" cannot be a note type: flint keeps ${first}/ for ${first === rawFolder ? 'documents that are to be ingested' : 'notes that were put away'}.`
      : `"${name}" cannot be the name of a note type: it becomes a folder${isFile ? ', and is named like a file' : ''}.`,
    { hint: 'Use letters, digits, - and _, with / for folders in folders: meetings or work/meetings.' },
  )
}
