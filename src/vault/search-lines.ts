import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { VaultScope } from '../changes/vault-scope.ts'
import { archiveFolder } from '../index-db/note-filter.ts'
import { fileNameOf, folderOf, isHidden, isInside, typeFileName } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultSettings } from '../model/vault-settings.ts'
import { excludedFiles, namesExcluded } from '../files/excluded-files.ts'
import { createIgnoreRules, isIgnoredAnywhere } from '../files/ignore-rules.ts'
import { listFiles, runRipgrep, type RipgrepRun } from './run-ripgrep.ts'
import { isInNestedVault } from '../files/walk-vault.ts'

/** Which files are searched. */
export interface SearchedFiles extends Pick<RipgrepRun, 'ifBad' | 'filterName' | 'signal'> {
  /** A path, a folder or a glob; without one, all notes except archived ones and those that Obsidian excludes. */
  readonly pathFilter?: string | undefined
  /** Includes the archive even if no filter names it. */
  readonly withArchive?: boolean
  /** Includes what Obsidian excludes even if no filter names it. */
  readonly withExcluded?: boolean
}

export interface TextQuery extends SearchedFiles, Pick<RipgrepRun, 'pattern' | 'onUnread' | 'onTooLong'> {
  readonly isCaseSensitive: boolean
  /** The pattern is plain text, not a regular expression. */
  readonly isFixed: boolean
  /** Only the first line of each file. */
  readonly isFirstOnly?: boolean
  /** Lines to show before and after. */
  readonly context: number
}

/** A line of a file of the vault, as ripgrep saw it on disk. */
export interface TextLine {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly text: string
  /** Where it matches, in bytes; empty for a context line. */
  readonly matches: readonly { readonly start: number; readonly end: number }[]
}

/** The parts of a vault that decide which of its files are searched. */
export interface TextVault {
  readonly root: string
  readonly settings: VaultSettings
  readonly ignore: readonly string[]
  readonly nestedVaults: readonly string[]
  readonly scope: Pick<VaultScope, 'includes' | 'roots'> | null
}

/** The matching lines of the vault's own files and those around them, file by file in path order. */
export async function* searchText(vault: TextVault, query: TextQuery): AsyncGenerator<TextLine> {
  const { isShown, ...where } = await searchedPart(vault, query)
  if (where.places.length === 0) return
  const args = [
    `--context=${query.context}`,
    // `$` stands at the end of a line, however it ends.
    '--crlf',
    query.isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.isFirstOnly === true ? ['--max-count=1'] : []),
    ...(query.isFixed ? ['--fixed-strings'] : []),
    ...where.args,
  ]
  const onUnread = (paths: readonly string[]) => {
    // A folder would be searched where a note in it were.
    const asked = paths.map(pathOf).filter((path) => isShown(path) || isShown(`${path}/note.md`))
    query.onUnread?.(asked)
  }
  const onTooLong = (path: string) => {
    if (isShown(pathOf(path))) query.onTooLong?.(pathOf(path))
  }
  for await (const { type, data } of runRipgrep({ ...query, ...where, args, onUnread, onTooLong })) {
    const path = pathOf(data.path)
    if (!isShown(path)) continue
    const text = data.lines.replace(/\r?\n$/, '')
    yield { path, line: data.line_number, text, matches: type === 'match' ? data.submatches : [] }
  }
}

/** Whether there is any file in which would be searched. */
export async function hasText(vault: TextVault, query: SearchedFiles): Promise<boolean> {
  const { isShown, ...where } = await searchedPart(vault, query)
  if (where.places.length === 0) return false
  for await (const path of listFiles({ ...query, ...where })) if (isShown(pathOf(path))) return true
  return false
}

/** Where ripgrep looks, and which of what it finds is shown. */
async function searchedPart(vault: TextVault, query: SearchedFiles) {
  const isSearched = fileChooser(vault, query)
  const globs = globsFor(vault, query).flatMap((glob) => ['--glob', glob])
  return {
    root: vault.root,
    places: await placesIn(vault, query),
    // A note belongs to the vault whatever git ignores.
    args: ['--no-ignore', ...globs],
    isShown: (path: string) => isSearched(path) && vault.scope?.includes(path) !== false,
  }
}

/** What lies outside the scope is not even looked into: how long that takes would tell of it. */
async function placesIn({ root, scope }: TextVault, query: SearchedFiles): Promise<readonly string[]> {
  if (scope === null) return ['.']
  const roots = scope.roots.filter((folder, index, all) => {
    if (isHidden(folder) || all.some((other, at) => at !== index && isInside(folder, other))) return false
    return takesArchive(query) || !isInside(folder, archiveFolder)
  })
  const real = await realpath(root).catch(() => root)
  // In the order of paths, as what is found in each.
  const places = roots.toSorted().map(async (folder) => {
    // A link may lead out of the scope, and ripgrep follows one that it is given.
    return (await realpath(join(root, folder)).catch(() => null)) === join(real, folder)
      ? [`.${sep}${folder.split('/').join(sep)}`]
      : []
  })
  return (await Promise.all(places)).flat()
}

function pathOf(printed: string): string {
  return printed.split(sep).join('/').replace(/^\.\//, '')
}

/** The globs for ripgrep. They only save time: its results are filtered again. */
function globsFor(vault: TextVault, query: SearchedFiles): readonly string[] {
  const left = ['.*', 'node_modules', typeFileName, ...leftOut(vault).map((path) => `/${escapeGlob(path)}`)]
  if (!takesArchive(query)) left.push(`/${archiveFolder}`)
  return [...wantedGlobs(query.pathFilter), ...left.map((glob) => `!${glob}`)].map(inBothForms)
}

/**
 * A glob that finds names in NFC and in NFD, which ripgrep tells apart: `ö` is `{ö,o\u0308}` to it. In brackets these are
 * characters to choose from.
 */
function inBothForms(glob: string): string {
  return glob.normalize('NFC').replace(/\[!?[^\]/]+\]|\P{M}\p{M}*/gu, (part) => {
    const apart = part.normalize('NFD')
    if (apart === part) return part
    if (!part.startsWith('[')) return `{${part},${apart}}`
    const forms = (part.match(/\P{M}\p{M}*/gu) ?? []).map((one) => one.normalize('NFD'))
    return part.startsWith('[!') ? part : `{${[part, ...forms.filter((one) => one.length > 1)].join(',')}}`
  })
}

function wantedGlobs(filter: string | undefined): readonly string[] {
  if (filter === undefined || filter === '/') return ['*.[mM][dD]']
  if (filter.includes('\0'))
    throw new VaultError(
      'INVALID_ARGUMENT',
      'The path to search in has a NUL character, which no path can hold.',
      { hint: 'Give a folder or a glob such as projects/*.md.' },
    )
  const path = cleanFilter(filter)
  if (!/[*?[{]/.test(path)) return [`/${escapeGlob(path)}`, `/${escapeGlob(path)}/**`]
  return [filter.startsWith('/') ? `/${path}` : `**/${path}`]
}

/** Whether a file is in the vault and asked for: notes, and other files whose extension the filter names. */
function fileChooser(
  vault: TextVault,
  { pathFilter: filter, withExcluded }: SearchedFiles,
): (path: string) => boolean {
  const rules = createIgnoreRules(vault.ignore, vault.nestedVaults)
  const isMeant = withExcluded === true || namesExcluded(vault.settings, literalStart(filter))
  const isExcluded = isMeant ? () => false : excludedFiles(vault.settings.excluded)
  const isForAll = filter !== undefined && /\.(?!md$)\w+$/i.test(cleanFilter(filter))
  const isElsewhere = new Map<string, boolean>()
  let last = { path: '', isWanted: false }
  return (path) => {
    if (path !== last.path) last = { path, isWanted: isWanted(path) }
    return last.isWanted
  }

  function isWanted(path: string): boolean {
    if (!isForAll && !/\.md$/i.test(path)) return false
    if (fileNameOf(path) === typeFileName || isIgnoredAnywhere(rules, path) || isExcluded(path)) return false
    const folder = folderOf(path)
    const known = isElsewhere.get(folder) ?? isInNestedVault(vault.root, path)
    isElsewhere.set(folder, known)
    return !known
  }
}

function takesArchive({ pathFilter: filter, withArchive = false }: SearchedFiles): boolean {
  return withArchive || (filter !== undefined && `${named(filter)}/`.startsWith(`${archiveFolder}/`))
}

/** The common beginning of every path that a filter accepts. */
function literalStart(filter: string | undefined): string | undefined {
  return filter === undefined ? undefined : named(filter).replace(/[*?[{][\s\S]*$/, '')
}

/** What a filter names, be it at any depth. */
function named(filter: string): string {
  return cleanFilter(filter).replace(/^(?:\*\*\/)+/, '')
}

function cleanFilter(filter: string): string {
  return filter.replaceAll('\\', '/').replace(/^(?:\.?\/)+|\/+$/g, '')
}

/** Folders and files that the settings leave out by name. */
function leftOut({ ignore, nestedVaults }: TextVault): readonly string[] {
  return [...ignore, ...nestedVaults]
    .filter((path) => !/[*?[{\\]/.test(path))
    .map((path) => path.replace(/^\.?\/|\/+$/g, ''))
    .filter((path) => path !== '')
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, '\\$&')
}
