import type { NoteKeyKind } from '../model/resolve-link.ts'
import { findNotesCalled, suggestNotes } from '../index-db/note-queries.ts'
import type { AskIndex } from '../index-db/index-reader.ts'
import { fileNameOf, isHidden, isNotePath, typeFileName, withoutNoteExtension } from '../model/note-path.ts'
import { OutsideScope } from '../model/outside-scope.ts'
import { VaultError } from '../model/vault-error.ts'
import { hidden } from '../files/file-errors.ts'
import { isInTrash } from '../files/own-places.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import type { CalledNote } from './find-on-disk.ts'
import type { Freshness } from './index-freshness.ts'
import type { VaultIndex } from './vault-index.ts'
import { beginning } from '../model/whole-characters.ts'

interface FinderDoors {
  readonly files: VaultFiles
  readonly ask: AskIndex
  /** In an incomplete index a title may wrongly seem unused, or used by one note alone. */
  readonly index: Pick<VaultIndex, 'settled' | 'freshness'>
  /** The notes on disk with this name. */
  readonly findOnDisk: (name: string) => Promise<readonly CalledNote[]>
}

/**
 * Finds the note a caller means: by its id, the id without `.md`, an absolute path inside the vault, or a title that
 * only one note has. The disk takes precedence over the index.
 */
export class NoteFinder {
  readonly #doors: FinderDoors

  constructor(doors: FinderDoors) {
    this.#doors = doors
  }

  async find(identifier: string): Promise<string> {
    if (identifier.trim() === '') {
      throw new VaultError('INVALID_ARGUMENT', 'The identifier is empty.', {
        hint: 'Give a note id or a title.',
      })
    }
    const path = this.#doors.files.toRelative(identifier)
    const id = isNotePath(path) ? path : `${path}.md`
    if (isHidden(path) && !isInTrash(path)) return await this.#findHidden(identifier, path)
    return (path === '' ? null : await this.#noteInScope(id, path)) ?? (await this.findByTitle(identifier))
  }

  /** The note whose file a caller names, in whatever capitals; what other notes are called does not count. */
  async findAt(path: string): Promise<string> {
    const there = await this.#note(this.#doors.files.toRelative(path))
    return there ?? (await this.#firstFound(path, looksFor(path).slice(0, 1)))
  }

  /** A title may begin with a dot, too. */
  async #findHidden(title: string, path: string): Promise<string> {
    try {
      return await this.findByTitle(title)
    } catch (error) {
      throw error instanceof VaultError && error.code === 'NOT_FOUND' ? hidden(path) : error
    }
  }

  /** The one note with this title, file name or alias; what is written as a path, a note's file, is one. */
  async findByTitle(title: string): Promise<string> {
    return await this.#firstFound(title, looksFor(title))
  }

  async #firstFound(named: string, looks: readonly Look[]): Promise<string> {
    await this.#doors.index.settled()
    for (const one of looks) {
      const found = await this.#called(one)
      const [first, ...others] = found
      if (first === undefined) continue
      if (others.length === 0) return first.path
      throw new VaultError('AMBIGUOUS_TITLE', `${found.length} notes are called "${named}".`, {
        candidates: found.slice(0, 20).map(({ path, title: shown }) => ({ id: path, title: shown })),
        hint: { kind: 'name-note' },
      })
    }
    throw await this.notFound(named)
  }

  async #called({ name, kinds, isExact }: Look): Promise<readonly NamedNote[]> {
    const { isWhole } = this.#doors.index.freshness
    const known = (await this.#doors.ask(({ queries }) => findNotesCalled(queries, name, kinds))) ?? []
    const there = await this.#present(known)
    // A file that is gone may be there under another name, which the index does not know yet.
    const isBehind = !isWhole || there.length < known.length
    const onDisk = isBehind ? await this.#doors.findOnDisk(name) : []
    const called = await this.#present([
      ...there,
      ...onDisk.filter((note) => kinds.some((kind) => note.kinds.includes(kind))),
    ])
    return isExact ? called.filter(({ title }) => title.normalize('NFC') === name.normalize('NFC')) : called
  }

  async notFound(identifier: string): Promise<VaultError> {
    const { freshness } = this.#doors.index
    if (!freshness.isWhole) return notKnownYet(identifier, freshness)
    const similar = (await this.#doors.ask(({ queries }) => suggestNotes(queries, identifier, 5))) ?? []
    return new VaultError('NOT_FOUND', `No note is called "${beginning(identifier, 200)}".`, {
      ...(similar.length > 0 && { similar }),
      hint: { kind: 'find-note', isSimilarTold: similar.length > 0 },
    })
  }

  /** A mere name may be the title of a note that may be seen. */
  async #noteInScope(id: string, named: string): Promise<string | null> {
    try {
      return await this.#note(id)
    } catch (error) {
      if (error instanceof OutsideScope && named !== id && !named.includes('/')) return null
      throw error
    }
  }

  async #note(path: string): Promise<string | null> {
    const found = await this.#doors.files.findFile(path)
    if (fileNameOf(path) === typeFileName) {
      throw new VaultError('INVALID_PATH', `${path} describes a note type and is no note.`, {
        path,
        hint: { kind: 'see-type' },
      })
    }
    return found
  }

  // The index may be behind: a note just deleted elsewhere no longer has its title. One deleted by an editor that saves
  // that way comes back at once.
  async #present(notes: readonly NamedNote[]): Promise<readonly NamedNote[]> {
    const areThere = await Promise.all(notes.map(({ path }) => this.#doors.files.comesBack(path)))
    const present = new Map(notes.filter((_, index) => areThere[index]).map((note) => [note.path, note]))
    return [...present.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  }
}

type NamedNote = Pick<CalledNote, 'path' | 'title'>

/** Notes that bear a name in one of these ways; `isExact` in its capitals, too. */
interface Look {
  readonly name: string
  readonly kinds: readonly NoteKeyKind[]
  readonly isExact: boolean
}

/**
 * How to look for a note, the first that finds one counts. What ends in `.md` or names a folder means that place, or a
 * note whose whole title is written so: where nothing is, no other note may be changed instead.
 */
function looksFor(written: string): readonly Look[] {
  const named = written.trim()
  const name = withoutNoteExtension(named)
  if (isNotePath(named))
    return [
      { name, kinds: ['path'], isExact: false },
      { name: named, kinds: ['title'], isExact: true },
    ]
  const kinds = named.includes('/')
    ? ([['path'], ['title'], ['alias'], ['program-name']] as const)
    : ([['title'], ['path', 'name'], ['alias'], ['program-name']] as const)
  return kinds.map((kinds) => ({ name, kinds, isExact: false }))
}

/** Similar names would be only those that happen to be indexed. */
function notKnownYet(identifier: string, { state, message }: Freshness): VaultError {
  return new VaultError('NOT_FOUND', `No note called "${beginning(identifier, 200)}" is known yet.`, {
    freshness: { state, message },
    hint: [
      'Not every note is indexed: repeat the call in a moment, or pass the id of the note.',
      { kind: 'search-files' },
    ],
  })
}
