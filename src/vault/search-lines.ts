import { sep } from 'node:path'
import type { VaultScope } from '../changes/vault-scope.ts'
import { archiveFolder } from '../index-db/note-filter.ts'
import { fileNameOf, folderOf, typeFileName } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import type { VaultSettings } from '../model/vault-settings.ts'
import { excludedFiles, namesExcluded } from '../files/excluded-files.ts'
import { createIgnoreRules, isIgnoredAnywhere } from '../files/ignore-rules.ts'
import { runRipgrep, type RipgrepRun } from './run-ripgrep.ts'
import { isInNestedVault } from '../files/walk-vault.ts'

export interface TextQuery extends Pick<
  RipgrepRun,
  'pattern' | 'ifBad' | 'filterName' | 'signal' | 'onUnread'
> {
  /** A path, a folder or a glob; without one, all notes except archived ones and those that Obsidian excludes. */
  readonly pathFilter?: string | undefined
  readonly isCaseSensitive: boolean
  /** The pattern is plain text, not a regular expression. */
  readonly isFixed: boolean
  /** Includes the archive even if no filter names it. */
  readonly withArchive?: boolean
  /** Includes what Obsidian excludes even if no filter names it. */
  readonly withExcluded?: boolean
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
  readonly scope: Pick<VaultScope, 'includes'> | null
}

/** The matching lines of the vault's own files and those around them, file by file in path order. */
export async function* searchText(vault: TextVault, query: TextQuery): AsyncGenerator<TextLine> {
  const isSearched = fileChooser(vault, query)
  const args = [
    `--context=${query.context}`,
    // `$` stands at the end of a line, however it ends.
    '--crlf',
    query.isCaseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.isFirstOnly === true ? ['--max-count=1'] : []),
    ...(query.isFixed ? ['--fixed-strings'] : []),
    // A note belongs to the vault whatever git ignores.
    '--no-ignore',
    ...globsFor(vault, query).flatMap((glob) => ['--glob', glob]),
  ]
  const isShown = (path: string) => isSearched(path) && vault.scope?.includes(path) !== false
  const onUnread = (paths: readonly string[]) => {
    // A folder would be searched where a note in it were.
    const asked = paths.map(pathOf).filter((path) => isShown(path) || isShown(`${path}/note.md`))
    query.onUnread?.(asked)
  }
  for await (const { type, data } of runRipgrep({ ...query, root: vault.root, args, onUnread })) {
    const path = pathOf(data.path)
    if (!isShown(path)) continue
    const text = data.lines.replace(/\r?\n$/, '')
    yield { path, line: data.line_number, text, matches: type === 'match' ? data.submatches : [] }
  }
}

function pathOf(printed: string): string {
  return printed.split(sep).join('/').replace(/^\.\//, '')
}

/** The globs for ripgrep. They only save time: its results are filtered again. */
function globsFor(vault: TextVault, { pathFilter: filter, withArchive }: TextQuery): readonly string[] {
  const left = ['.*', 'node_modules', typeFileName, ...leftOut(vault).map((path) => `/${escapeGlob(path)}`)]
  if (withArchive !== true && !namesArchive(filter)) left.push(`/${archiveFolder}`)
  return [...wantedGlobs(filter), ...left.map((glob) => `!${glob}`)]
}

function wantedGlobs(filter: string | undefined): readonly string[] {
  if (filter === undefined) return ['*.[mM][dD]']
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
  { pathFilter: filter, withExcluded }: TextQuery,
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

function namesArchive(filter: string | undefined): boolean {
  return filter !== undefined && `${named(filter)}/`.startsWith(`${archiveFolder}/`)
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
