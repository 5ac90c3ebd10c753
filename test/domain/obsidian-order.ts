import { posix } from 'node:path'
import type { LinkForm } from '../../src/model/parsed-note.ts'

/** A file of a vault, with what its text says that it is called; null for one that is no note. */
export interface NamedFile {
  readonly path: string
  readonly note: { readonly title: string; readonly aliases: readonly string[] } | null
}

export interface Meant {
  readonly path: string
  /** Whether it was found by path or file name: such a link leads there in Obsidian, Foam and Quartz, too. */
  readonly isByFile: boolean
  /** Whether Obsidian means it, which looks from the root first, also for a Markdown link. */
  readonly isInObsidian: boolean
}

export type Resolve = (
  from: string,
  link: { readonly target: string; readonly form: LinkForm },
) => Meant | null

/**
 * Whom a link means by Obsidian's order: exact path, path from the source's folder, file name, and where no file is
 * called so a title, then an alias. Of several files of one name the nearest, then the shortest path, then the alphabet.
 * It is written from what Obsidian does and shares nothing with the resolver that it judges.
 */
export function obsidianOrder(files: readonly NamedFile[]): Resolve {
  const notes = files.filter(({ note }) => note !== null)
  const others = files.filter(({ note }) => note === null)
  const noteAt = new Map(notes.map(({ path }) => [key(stripped(path)), path]))
  const otherAt = new Map(others.map(({ path }) => [key(path), path]))
  const notesCalled = grouped(notes.map(({ path }) => [key(stripped(posix.basename(path))), path]))
  const othersCalled = grouped(others.map(({ path }) => [key(posix.basename(path)), path]))
  const titled = grouped(notes.map(({ path, note }) => [key(note?.title ?? ''), path]))
  const nicknamed = grouped(
    notes.flatMap(({ path, note }) =>
      (note?.aliases ?? []).map((alias): [string, string] => [key(alias), path]),
    ),
  )
  return (from, { target, form }) => {
    if (target === '' || target.endsWith('/')) return null
    const folder = posix.dirname(from) === '.' ? '' : posix.dirname(from)
    const isDotted = target.startsWith('./') || target.startsWith('../')
    const isRooted = target.startsWith('/')
    const beside = below(folder, target)
    const whole = target.replace(/^\/+/, '')
    const paths = isDotted ? [beside] : isRooted ? [whole] : [whole, beside]
    const ending = (called: Groups, spell: (path: string) => string) => {
      if (isDotted || isRooted) return []
      const end = `/${key(spell(whole))}`
      const all = called.get(key(posix.basename(spell(whole)))) ?? []
      return nearestOf(
        all.filter((path) => `/${key(spell(path))}`.endsWith(end)),
        folder,
      )
    }
    const byWords = (called: Groups) =>
      isDotted || isRooted ? [] : nearestOf(called.get(key(stripped(whole))) ?? [], folder)
    const meantBy = (inOrder: readonly (string | null)[]) => {
      const at = (known: ReadonlyMap<string, string>, spell: (path: string) => string) =>
        inOrder.flatMap((path) => (path === null ? [] : (known.get(key(spell(path))) ?? [])))
      // `plan.png` is a file, whatever note is called so as well.
      const named = (paths: readonly string[]) => paths.filter((path) => /[^/]\.(?!md$)[^./]+$/i.test(path))
      const byFile = [
        ...named([...at(otherAt, asIs), ...ending(othersCalled, asIs)]),
        ...at(noteAt, stripped),
        ...ending(notesCalled, stripped),
      ]
      const words = [...byWords(titled), ...byWords(nicknamed)]
      const others = [...at(otherAt, asIs), ...ending(othersCalled, asIs)]
      const [path] = [...byFile, ...words, ...others]
      return path === undefined ? null : { path, isByFile: byFile.length > 0 || words.length === 0 }
    }
    // Every other reader of Markdown links looks beside the note first.
    const isMarkdown = form === 'markdown' || form === 'reference'
    const meant = meantBy(isMarkdown ? paths.toReversed() : paths)
    return meant === null ? null : { ...meant, isInObsidian: meantBy(paths)?.path === meant.path }
  }
}

type Groups = ReadonlyMap<string, readonly string[]>

function grouped(pairs: readonly (readonly [string, string])[]): Groups {
  const groups = new Map<string, string[]>()
  for (const [name, path] of pairs) groups.set(name, [...(groups.get(name) ?? []), path])
  return groups
}

function key(name: string): string {
  return name.normalize('NFC').toLowerCase().trim()
}

function asIs(path: string): string {
  return path
}

function stripped(path: string): string {
  return path.replace(/\.md$/i, '')
}

/** Null where the way leads out of the vault. */
function below(folder: string, target: string): string | null {
  const path = posix.join('/', folder, target)
  const depth = (text: string) => text.split('/').filter((part) => part !== '' && part !== '.').length
  const ups = target.split('/').reduce(
    ({ at, least }, part) => {
      const next = part === '..' ? at - 1 : part === '' || part === '.' ? at : at + 1
      return { at: next, least: Math.min(least, next) }
    },
    { at: depth(folder), least: depth(folder) },
  )
  return ups.least < 0 ? null : path.slice(1)
}

/** None where there are none. */
function nearestOf(paths: readonly string[], folder: string): readonly string[] {
  const steps = (path: string) =>
    posix
      .relative(`/${folder}`, `/${posix.dirname(path)}`)
      .split('/')
      .filter(Boolean).length
  return paths
    .toSorted((a, b) => steps(a) - steps(b) || a.length - b.length || (a < b ? -1 : Number(a > b)))
    .slice(0, 1)
}
