import { nearest } from '../model/nearest.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { isHidden, isInside, isNotePath, pathIn } from '../model/note-path.ts'
import type { VaultSettings } from '../model/vault-settings.ts'
import { VaultError } from '../model/vault-error.ts'
import { builtInTemplates } from './built-in-templates.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { beginning } from '../model/whole-characters.ts'

export interface NoteTemplate {
  /** Its path in the vault, or the name of a built-in one. */
  readonly name: string
  readonly source: string
  readonly dialect: 'zk' | 'obsidian'
}

const zkFolder = '.zk/templates'

/**
 * Finds a template by name: one of the vault's own, with or without `.md`, by its path or relative to the templates
 * folder, else a built-in one; `daily` is that of the vault's daily notes where they have one. NOT_FOUND with the nearest
 * names, OUTSIDE_VAULT for a path or link that leads out.
 */
export async function findTemplate(
  name: string,
  settings: VaultSettings,
  files: VaultFiles,
): Promise<NoteTemplate> {
  const path = files.toRelative(name)
  const file = isNotePath(path) ? path : `${path}.md`
  const folders = templateFolders(settings)
  const places = folders.map((folder) => pathIn(folder, file))
  if (
    folders.some((folder) => isInside(file, folder)) ||
    normalizeKey(file) === normalizeKey(settings.dailyTemplate ?? '')
  )
    places.unshift(file)
  for (const place of places) {
    const found = await readTemplate(place, files)
    if (found !== null) return found
  }
  if (path.toLowerCase() === 'daily' && settings.dailyTemplate !== null) {
    const own = await readTemplate(settings.dailyTemplate, files)
    if (own !== null) return own
  }
  const builtIn = builtInTemplates.get(path.toLowerCase())
  if (builtIn !== undefined) return { name: path.toLowerCase(), source: builtIn, dialect: 'zk' }
  throw notFound(name, folders)
}

/** A template that the vault's settings name; null where the file is missing. */
export async function readTemplate(path: string, vaultFiles: VaultFiles): Promise<NoteTemplate | null> {
  const isOfZk = isInside(path, zkFolder)
  if (isHidden(path) && !isOfZk) return null
  const files = isOfZk ? vaultFiles.including(zkFolder) : vaultFiles
  const place = await files.sameName(path)
  if (place === null || (await files.isFolder(place))) return null
  const file = await files.read(place)
  if (file === null) return null
  if (!file.isUtf8 || file.text.length > mostCharacters) {
    throw new VaultError('ZK_ERROR', `The template ${place} is no text of at most 64,000 characters.`, {
      template: place,
      hint: 'Name another template, or call again without template.',
    })
  }
  const dialect = isInside(place, zkFolder) ? 'zk' : 'obsidian'
  return { name: place, source: file.text.replace(/^\ufeff/, ''), dialect }
}

const mostCharacters = 64_000

function templateFolders({ templatesFolder, zk }: VaultSettings): readonly string[] {
  return [...new Set([templatesFolder, zk && zkFolder].filter((folder) => folder !== null))]
}

function notFound(name: string, folders: readonly string[]): VaultError {
  const known = [...builtInTemplates.keys()]
  const places = folders.map((folder) => (folder === '' ? "the vault's root" : `${folder}/`))
  return new VaultError('NOT_FOUND', `No template is called "${beginning(name, 200)}".`, {
    built_in: known,
    template_folders: folders,
    ...(nearest(name, known).length > 0 && { nearest: nearest(name, known) }),
    hint: `Use one of ${known.join(', ')}${places.length > 0 ? `, or a file of ${places.join(' and ')}` : ''}.`,
  })
}
