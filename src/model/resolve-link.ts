import { pathKey } from './normalize-key.ts'
import { fileNameOf, folderOf, isNotePath, joinPath, withoutNoteExtension, segmentsOf } from './note-path.ts'
import type { LinkForm } from './parsed-note.ts'

/** The names by which a link can find its target. A link is resolved again exactly when one of them gains or loses a bearer. */
export interface LinkKeys {
  /** The target as a path from the vault's root, and as a title or alias; null for `./` and `../` targets. */
  readonly exact: string | null
  /** The target as a path from the source's folder; null where it leaves the vault. */
  readonly relative: string | null
  /** The target's last segment; null for `./`, `../` and `/` targets. */
  readonly name: string | null
}

/** What a note or file may be called by. */
export const keyKinds = ['path', 'name', 'title', 'alias', 'program-name', 'file-path', 'file-name'] as const

export type KeyKind = (typeof keyKinds)[number]
export type NoteKeyKind = Exclude<KeyKind, 'file-path' | 'file-name'>

/** A note or file that bears a key. */
export interface KeyBearer {
  readonly kind: KeyKind
  /** Integer key of the note, or of the file for the `file-…` kinds. */
  readonly id: number
  readonly path: string
}

export interface LinkSource {
  readonly path: string
  readonly form: LinkForm
}

/** A link as it is written. */
export interface WrittenLink extends LinkSource {
  readonly target: string
}

/** The keys of a link. A target without a name (`[[#Plan]]`) has none: it points at its own note. */
export function linkKeys(target: string, source: LinkSource): LinkKeys {
  // Blanks around what a wikilink says are no part of its target; a Markdown link can encode them.
  const said = isMarkdown(source.form) ? target : target.trim()
  const isExplicit = /^\.\.?\//.test(said)
  const isRooted = said.startsWith('/')
  const relative = isRooted ? null : joinPath(folderOf(source.path), said)
  const clean = withoutNoteExtension(said.replace(/^\/+/, ''))
  return {
    exact: isExplicit ? null : pathKey(clean),
    relative: relative === null ? null : pathKey(withoutNoteExtension(relative)),
    name: isExplicit || isRooted ? null : pathKey(fileNameOf(clean)),
  }
}

/**
 * Whom a link means, or null. In this order: exact path, path relative to the source, file name, title, alias, the
 * name that the vault's own program has for it, then files that are no notes; a Markdown link looks beside its own note first, as every other reader of Markdown does. A file
 * whose name the link writes with its extension, `plan.png`, comes before the note `plan.png.md`, as in Obsidian.
 * Of several the nearest to the source wins, then the shortest path, then the alphabet; of paths that differ in case
 * alone the one that the link writes.
 */
export function resolveLink(
  keys: LinkKeys,
  source: WrittenLink,
  bearersOf: (key: string) => readonly KeyBearer[],
): KeyBearer | null {
  const { exact, relative, name } = keys
  const exactly = exact === null ? [] : bearersOf(exact)
  const beside = relative === null ? [] : relative === exact ? exactly : bearersOf(relative)
  const [first, second] = isMarkdown(source.form) ? [beside, exactly] : [exactly, beside]
  const called = name === null ? [] : exactly
  const ending = () =>
    exact === null || name === null ? [] : exact === name ? exactly : endingIn(exact, bearersOf(name))
  const byFile = (fits: (bearer: KeyBearer) => boolean) =>
    nearest(first.filter(fits), 'file-path', source) ??
    nearest(second.filter(fits), 'file-path', source) ??
    nearest(ending().filter(fits), 'file-name', source)
  return (
    (isFileName(source.target) ? byFile(({ path }) => isFileName(path)) : null) ??
    nearest(first, 'path', source) ??
    nearest(second, 'path', source) ??
    // `/name` and `./name` are paths and nothing else.
    nearest(ending(), 'name', source) ??
    nearest(called, 'title', source) ??
    nearest(called, 'alias', source) ??
    nearest(called, 'program-name', source) ??
    // `plan.md` is not the file `plan`.
    byFile(({ path }) => !isNotePath(source.target) || isNotePath(path))
  )
}

/** Whether a path has an extension, and one that no note has. */
function isFileName(path: string): boolean {
  return !isNotePath(path) && fileNameOf(path).lastIndexOf('.') > 0
}

export function isMarkdown(form: LinkForm): boolean {
  return form === 'markdown' || form === 'reference'
}

/** `folder/name` means a path that ends so, wherever the folder lies. */
export function endingIn(exact: string, bearers: readonly KeyBearer[]): readonly KeyBearer[] {
  return bearers.filter(({ path }) => `/${pathKey(withoutNoteExtension(path))}`.endsWith(`/${exact}`))
}

function nearest(bearers: readonly KeyBearer[], kind: KeyKind, source: WrittenLink): KeyBearer | null {
  const [first, ...others] = bearers.filter((bearer) => bearer.kind === kind)
  if (first === undefined || others.length === 0) return first ?? null
  const isNearer = (a: KeyBearer, b: KeyBearer) => compareNearness(a.path, b.path, source.path) < 0
  const best = others.reduce((nearest, other) => (isNearer(other, nearest) ? other : nearest), first)
  return asWritten(best, [first, ...others], source)
}

/** Where the file system tells paths apart that differ in case alone, a link means the one that it writes. */
function asWritten(best: KeyBearer, bearers: readonly KeyBearer[], { path, target }: WrittenLink): KeyBearer {
  const key = pathKey(best.path)
  const twins = bearers.filter((bearer) => pathKey(bearer.path) === key)
  if (twins.length === 1) return best
  const ends = [joinPath(folderOf(path), target), target.replace(/^\/+/, '')].map(
    (written) => `/${withoutNoteExtension(written ?? target).normalize('NFC')}`,
  )
  const isWritten = (bearer: KeyBearer) => {
    const whole = `/${withoutNoteExtension(bearer.path).normalize('NFC')}`
    return ends.some((end) => whole.endsWith(end))
  }
  return twins.find(isWritten) ?? best
}

/** Negative when `a` is nearer to `from` than `b`. */
export function compareNearness(a: string, b: string, from: string): number {
  return (
    folderDistance(a, from) - folderDistance(b, from) || a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
  )
}

function folderDistance(a: string, b: string): number {
  const left = segmentsOf(folderOf(a))
  const right = segmentsOf(folderOf(b))
  let shared = 0
  while (shared < left.length && shared < right.length && left[shared] === right[shared]) shared++
  return left.length + right.length - 2 * shared
}
