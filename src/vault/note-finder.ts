import { findNotesCalled, suggestNotes, type NoteRow } from '../index-db/note-queries.ts'
import type { AskIndex } from '../index-db/index-reader.ts'
import { fileNameOf, typeFileName } from '../model/note-path.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultFiles } from '../files/vault-files.ts'

/**
 * Which note a caller means: by its id, the id without `.md`, an absolute path inside the vault, or a title that one
 * note alone has. What is on disk counts before what is indexed.
 */
export class NoteFinder {
  readonly #files: VaultFiles
  readonly #ask: AskIndex
  readonly #settled: () => Promise<void>

  /** `settled` waits for an index that is catching up: until then a title may seem to be nobody's. */
  constructor(files: VaultFiles, ask: AskIndex, settled: () => Promise<void>) {
    this.#files = files
    this.#ask = ask
    this.#settled = settled
  }

  async find(identifier: string): Promise<string> {
    if (identifier.trim() === '') {
      throw new VaultError('INVALID_ARGUMENT', 'The identifier is empty.', {
        hint: 'Give a note id or a title.',
      })
    }
    const path = this.#files.toRelative(identifier)
    const id = /\.md$/i.test(path) ? path : `${path}.md`
    if (path !== '' && (await this.#isNoteInScope(id, path))) return await this.#files.canonical(id)
    return await this.findByTitle(identifier)
  }

  /** The one note with this title, file name or alias. */
  async findByTitle(title: string): Promise<string> {
    await this.#settled()
    const name = title.replace(/\.md$/i, '')
    for (const kinds of [['title'], ['path', 'name'], ['alias']] as const) {
      const found = await this.#present(
        (await this.#ask(({ queries }) => findNotesCalled(queries, name, kinds))) ?? [],
      )
      const [first, ...others] = found
      if (first === undefined) continue
      if (others.length === 0) return first.path
      throw new VaultError('AMBIGUOUS_TITLE', `${found.length} notes are called "${title}".`, {
        candidates: found.slice(0, 20).map(({ path, title: shown }) => ({ id: path, title: shown })),
        hint: 'Pass the id of the one you mean.',
      })
    }
    throw await this.notFound(title)
  }

  async notFound(identifier: string): Promise<VaultError> {
    const similar = (await this.#ask(({ queries }) => suggestNotes(queries, identifier, 5))) ?? []
    return new VaultError('NOT_FOUND', `No note is called "${identifier.slice(0, 200)}".`, {
      ...(similar.length > 0 && { similar }),
      hint:
        similar.length > 0
          ? 'One of the similar ids may be meant; else call search_notes.'
          : 'Call search_notes or list_notes to find it.',
    })
  }

  /** What is no more than a name may be the title of a note that may be seen. */
  async #isNoteInScope(id: string, named: string): Promise<boolean> {
    try {
      return await this.#isNote(id)
    } catch (error) {
      if (error instanceof OutsideScope && named !== id && !named.includes('/')) return false
      throw error
    }
  }

  async #isNote(path: string): Promise<boolean> {
    const isThere = await this.#files.isFile(path)
    if (isThere && path.split('/').some((segment) => segment.startsWith('.'))) {
      throw new VaultError(
        'INVALID_PATH',
        `${path} is hidden: flint leaves hidden files and folders alone.`,
        { path, hint: 'list_notes shows the notes there are.' },
      )
    }
    if (fileNameOf(path) === typeFileName) {
      throw new VaultError('INVALID_PATH', `${path} describes a note type and is no note.`, {
        path,
        hint: 'Call get_note_type_info or update_note_type.',
      })
    }
    return isThere
  }

  // The index may be behind: a note that was just deleted elsewhere is nobody's title any more.
  async #present(notes: readonly NoteRow[]): Promise<readonly NoteRow[]> {
    const present: NoteRow[] = []
    for (const note of notes) if (await this.#files.exists(note.path)) present.push(note)
    return present
  }
}
