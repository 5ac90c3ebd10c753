import type { Said } from '../model/advice.ts'
import type { Stats } from 'node:fs'
import { isAbsolute } from 'node:path'
import { hasCode } from '../model/error-code.ts'
import { fileNameOf, typeFileName } from '../model/note-path.ts'
import { inMegabytes, mostNoteBytes, mostReadBytes } from '../model/note-size.ts'
import { tooManyFiles } from '../model/too-many-files.ts'
import { VaultError } from '../model/vault-error.ts'
import { isMissing } from './read-file.ts'

const notesAreListed = { kind: 'list-notes', shows: 'the notes there are' } as const

/** The failure to show a caller for an error of the file system; other errors come back unchanged. */
export function asVaultError(error: unknown, path: string): unknown {
  if (error instanceof VaultError) return error
  const tooMany = tooManyFiles(error)
  if (tooMany !== null) return tooMany
  const options = { cause: error }
  if (hasCode(error, 'EEXIST')) return alreadyExists(path, options)
  if (hasCode(error, 'EROFS')) {
    const hint = 'Mount the drive for writing, then repeat the call.'
    return new VaultError(
      'PERMISSION_DENIED',
      `The drive of ${path} is mounted read-only.`,
      { path, hint },
      options,
    )
  }
  if (hasCode(error, 'EACCES', 'EPERM')) {
    const hint = 'Check the permissions of the file and its folder.'
    return new VaultError(
      'PERMISSION_DENIED',
      `The system does not allow access to ${path}.`,
      { path, hint },
      options,
    )
  }
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    const hint = 'Free some space and repeat the call.'
    return new VaultError(
      'VAULT_UNAVAILABLE',
      `There is no space left to write ${path}.`,
      { path, hint },
      options,
    )
  }
  // A socket or a device without a driver cannot be opened, and a pipe cannot be read at a position.
  if (hasCode(error, 'ENXIO', 'ENODEV', 'EOPNOTSUPP', 'ESPIPE'))
    return new VaultError(
      'INVALID_PATH',
      `${path} is a socket, a pipe or a device, not a file.`,
      { path, hint: notesAreListed },
      options,
    )
  if (hasCode(error, 'ELOOP'))
    return new VaultError(
      'INVALID_PATH',
      `${path} is a link, or lies behind one, that leads back to itself.`,
      { path, hint: notesAreListed },
      options,
    )
  if (hasCode(error, 'ENAMETOOLONG', 'EINVAL', 'EISDIR')) {
    const hint = 'Give a shorter name, without characters that this file system does not take.'
    return new VaultError('INVALID_PATH', `${path} cannot be a file here.`, { path, hint }, options)
  }
  if (hasCode(error, 'EXDEV')) {
    const hint = 'Move what is in it file by file.'
    return new VaultError('INVALID_PATH', `${path} lies on another drive.`, { path, hint }, options)
  }
  return isMissing(error) ? fileGone(path, options) : error
}

export function hashMismatch(path: string, current: string, provided: string): VaultError {
  return new VaultError(
    'CONTENT_HASH_MISMATCH',
    `${path} has changed since it was read; nothing was written.`,
    {
      path,
      current_hash: current,
      provided_hash: provided,
      hint: { kind: isTypeFile(path) ? 'read-type-again' : 'read-note-again' },
    },
  )
}

export function notAFile(path: string, stats: Stats): VaultError {
  return new VaultError('INVALID_PATH', `${path} is ${kindOf(stats)}, not a file.`, {
    path,
    hint: notesAreListed,
  })
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

export function neverThere(path: string): VaultError {
  return new VaultError(
    'CONFLICT',
    `Another program is writing ${path} again and again; nothing was changed.`,
    {
      path,
      hint: 'Repeat the call once that program is done.',
    },
  )
}

/** For a folder that does not exist but must. */
export function noFolder(path: string): VaultError {
  return new VaultError('NOT_FOUND', `There is no folder ${path}.`, {
    path,
    hint: [
      'Name a folder that exists, or create a note in it first.',
      { kind: 'list-notes', shows: 'the folders in use' },
    ],
  })
}

/** For a path below something that is a file. */
export function notAFolder(path: string, cause?: unknown): VaultError {
  return new VaultError(
    'INVALID_PATH',
    `${path} cannot be a folder: a file lies there or above it.`,
    { path, hint: 'Choose another folder, or move that file away.' },
    { cause },
  )
}

/** For a hidden path, or one that leads to a hidden place. */
export function hidden(named: string, place = named): VaultError {
  return new VaultError(
    'INVALID_PATH',
    `${named} ${place === named ? 'is' : `leads to ${place}, which is`} hidden: flint leaves hidden files and folders alone.`,
    { path: named, hint: ['Name a file or folder that is not hidden.', notesAreListed] },
  )
}

export function deadLink(named: string): VaultError {
  return new VaultError('INVALID_PATH', `${named} leads to something that is not there.`, {
    path: named,
    hint: ['A link on the way to it has no target: name another file, or make that one.', notesAreListed],
  })
}

export function notAName(): VaultError {
  return new VaultError('INVALID_PATH', 'A path cannot contain a NUL character.', { hint: notesAreListed })
}

export function oddName(name: string): VaultError {
  return new VaultError('INVALID_PATH', `Windows takes the name "${name}" for something else.`, {
    hint: 'Choose a name without < > : " | ? *, that ends with no dot or space and is no device such as CON.',
  })
}

export function outside(named: string): VaultError {
  return new VaultError('OUTSIDE_VAULT', 'That path leads out of the vault; nothing was read or written.', {
    hint: [
      'Give a path relative to the vault, such as projects/site.md.',
      { kind: 'list-notes', shows: 'them' },
    ],
    ...(isAbsolute(named) ? {} : { path: named }),
  })
}

/** For a file that is too long to be edited. */
export function tooLong(path: string, bytes: number, hint: Said = { kind: 'read-in-parts' }): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `${path} is ${inMegabytes(bytes)} long, and notes are edited up to ${inMegabytes(mostNoteBytes)}. Nothing was changed.`,
    { path, bytes, most_bytes: mostNoteBytes, hint },
  )
}

export function noNote(path: string, bytes: number): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `${path} is ${inMegabytes(bytes)} long: a file above ${inMegabytes(mostReadBytes)} is not read as a note, and nothing was changed.`,
    {
      path,
      bytes,
      most_bytes: mostReadBytes,
      hint: 'Ask the user to move it out of the vault, or to cut it into parts.',
    },
  )
}

export function fileGone(path: string, options?: ErrorOptions): VaultError {
  const facts = { path, hint: notesAreListed }
  return new VaultError('NOT_FOUND', `${path} is not there any more.`, facts, options)
}

export function alreadyExists(path: string, options?: ErrorOptions): VaultError {
  return new VaultError(
    'ALREADY_EXISTS',
    `${path} exists already; nothing was written.`,
    {
      path,
      hint: { kind: isTypeFile(path) ? 'use-type-that-is-there' : 'use-note-that-is-there' },
    },
    options,
  )
}

function isTypeFile(path: string): boolean {
  return fileNameOf(path) === typeFileName
}
