import { setImmediate as nextTurn } from 'node:timers/promises'
import { createIgnoreRules } from '../files/ignore-rules.ts'
import type { VaultFiles } from '../files/vault-files.ts'
import { walkVault } from '../files/walk-vault.ts'
import { parseNote } from '../markdown/read/parse-note.ts'
import { noteNames } from '../model/link-names.ts'
import { normalizeKey, pathKey } from '../model/normalize-key.ts'
import { stemOf, withoutNoteExtension } from '../model/note-path.ts'
import type { KeyKind } from '../model/resolve-link.ts'
import { startBytes } from '../model/note-size.ts'
import { VaultError } from '../model/vault-error.ts'
import { isRawDocument } from './raw-path.ts'
import { programName } from '../model/program-name.ts'
import { searchText, type TextVault } from './search-lines.ts'

/** A note, and by which of its names it was found. */
export interface CalledNote {
  readonly path: string
  readonly title: string
  readonly kinds: readonly KeyKind[]
}

// A caller waits no longer for one note; the index goes on being filled meanwhile.
const longestLookMs = 5_000
// A line that begins with the name hardly ever belongs to another note.
const mostCandidates = 500

/** Notes on disk with this path, file name, title or alias, without using an index. */
export async function findOnDisk(
  vault: TextVault & { readonly files: VaultFiles; readonly watchesRaw: boolean },
  name: string,
): Promise<readonly CalledNote[]> {
  const key = pathKey(name)
  const [named, titled] = await Promise.all([pathsNamed(vault, key), pathsWithTitle(vault, name)])
  const notes: CalledNote[] = []
  for (const path of new Set([...named, ...titled])) {
    if (vault.watchesRaw && isRawDocument(path)) continue
    const note = await read(vault.files, path)
    if (note === null) continue
    const kinds = noteNames({ ...note, programName: programName(path, vault.settings.naming) }).flatMap(
      (one) => (one.key === key ? [one.kind] : []),
    )
    if (kinds.length > 0) notes.push({ path, title: note.title, kinds })
  }
  return notes
}

async function pathsNamed(vault: TextVault, key: string): Promise<readonly string[]> {
  const ignored = createIgnoreRules(vault.ignore, vault.nestedVaults)
  const { notes } = await walkVault(vault.root, '', { ignored, isNoNote: () => false }, () => nextTurn())
  const names = (path: string) => [
    stemOf(path),
    withoutNoteExtension(path),
    programName(path, vault.settings.naming),
  ]
  return notes.paths.filter((path) => names(path).some((name) => name !== null && pathKey(name) === key))
}

/** Notes with a line that looks like a heading, a title or an alias of that name. */
async function pathsWithTitle(vault: TextVault, name: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const words = name.trim().split(/\s+/).map(escapePattern).join('\\s+')
  const lines = searchText(vault, {
    pattern: `^\\s*(?:["']?title["']?\\s*[:=]\\s*["']?|[%#]\\s+|alias(?:es)?\\s*:.*|-\\s+["']?)?${words}`,
    isCaseSensitive: false,
    isFixed: false,
    withArchive: true,
    ifBad: '',
    context: 0,
    signal: AbortSignal.timeout(longestLookMs),
  })
  try {
    for await (const { path } of lines) if (found.add(path).size >= mostCandidates) break
  } catch (error) {
    // Without ripgrep only file names are compared.
    if (!(error instanceof VaultError)) throw error
  }
  return found
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, '\\$&')
}

/** Null for a note that may not be seen or is gone by now. */
async function read(files: VaultFiles, path: string) {
  try {
    const text = await files.readLines(path, { first: 1, last: Infinity, most: startBytes })
    const { title, aliases } = parseNote(text)
    return { path, title: title ?? stemOf(path), aliases: aliases.map(normalizeKey) }
  } catch (error) {
    if (error instanceof VaultError) return null
    throw error
  }
}
