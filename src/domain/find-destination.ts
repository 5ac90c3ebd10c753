import { legalFileName } from '../markdown/text/legal-file-name.ts'
import { nearest } from '../model/nearest.ts'
import {
  fileNameOf,
  folderOf,
  isHidden,
  isNotePath,
  noteExtensionOf,
  pathIn,
  typeFileName,
  withoutNoteExtension,
} from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/** Where something is to go: into a type's folder, into a folder, or to a path of its own. */
export type Destination =
  | { readonly kind: 'type'; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string; readonly createFolders: boolean }
  | { readonly kind: 'path'; readonly path: string; readonly createFolders: boolean }

interface Source {
  readonly path: string
  readonly isFolder: boolean
}

/** The path that a move leads to. Folders have to be there, unless it may make them. */
export async function findDestination(
  vault: VaultContext,
  source: Source,
  destination: Destination,
): Promise<string> {
  const to = await pathOf(vault, source, destination)
  const folder = folderOf(to)
  refuseHidden(to)
  if (folder !== '' && !(await vault.files.isFolder(folder))) {
    if (destination.kind === 'type' || !destination.createFolders) throw await noFolder(vault, folder)
    for (let made = folder; !(await vault.files.exists(made)); made = folderOf(made)) refuseIllegal(made)
  }
  const name = fileNameOf(to)
  if (name === typeFileName) {
    throw new VaultError('INVALID_PATH', `${typeFileName} describes a note type.`, {
      path: to,
      hint: 'Choose another name.',
    })
  }
  if (name !== fileNameOf(source.path)) refuseIllegal(to)
  const place = await vault.files.canonical(folder === '' ? '.' : folder)
  return pathIn(place, name)
}

async function pathOf(vault: VaultContext, source: Source, destination: Destination): Promise<string> {
  const name = fileNameOf(source.path)
  const inside = (folder: string) => pathIn(folder, name)
  switch (destination.kind) {
    case 'type': {
      if (source.isFolder || !isNotePath(source.path)) {
        throw new VaultError('INVALID_ARGUMENT', 'Only a note has a type.', {
          hint: 'Use destination_directory or to.',
        })
      }
      const type = vault.files.toFolder(destination.name)
      const { definition } = await vault.types.guidance(type)
      if (type === '' || (definition === null && !(await vault.files.isFolder(type))))
        throw await vault.types.notFound(destination.name)
      return inside(type)
    }
    case 'folder':
      return inside(vault.files.toFolder(destination.path))
    case 'path': {
      const path = vault.files.toNewPath(destination.path)
      if (path === '' || (destination.path.endsWith('/') && !source.isFolder)) {
        throw new VaultError('INVALID_PATH', 'The new path has to be a whole one, with the name.', {
          path: destination.path,
          hint: { kind: 'keep-file-name' },
        })
      }
      const isNote = isNotePath(source.path) && !source.isFolder
      return isNote && !isNotePath(path) ? path + noteExtensionOf(source.path) : path
    }
  }
}

function refuseHidden(path: string): void {
  if (!isHidden(path)) return
  throw new VaultError('INVALID_PATH', `${path} would be hidden, and no note any more.`, {
    path,
    hint: ['Choose a folder whose name does not begin with a dot.', { kind: 'move-to-trash' }],
  })
}

/** A name that some system or some form of link cannot bear. */
function refuseIllegal(path: string): void {
  const stem = withoutNoteExtension(fileNameOf(path))
  const legal = legalFileName(stem)
  if (legal === stem.replace(/ {2,}/g, ' ')) return
  throw new VaultError('INVALID_PATH', `"${stem}" is no name that every system and every link can bear.`, {
    path,
    legal_name: legal,
    hint: `Use "${legal}", for one.`,
  })
}

async function noFolder(vault: VaultContext, folder: string): Promise<VaultError> {
  let existing = folderOf(folder)
  while (existing !== '' && !(await vault.files.isFolder(existing))) existing = folderOf(existing)
  const missing = folder.slice(existing === '' ? 0 : existing.length + 1).split('/')[0] ?? folder
  const known = []
  for (const name of await vault.files.names(existing === '' ? '.' : existing)) {
    const path = pathIn(existing, name)
    if (!isHidden(name) && (await vault.files.isFolder(path))) known.push(path)
  }
  const [meant] = nearest(missing, known.map(fileNameOf))
  const suggestion = meant === undefined ? existing : pathIn(existing, meant)
  return new VaultError('NOT_FOUND', `There is no folder ${folder}; nothing was moved.`, {
    path: folder,
    nearest: suggestion === '' ? '/' : suggestion,
    folders: known.slice(0, 20),
    hint: { kind: 'make-folders' },
  })
}
