import { isSameBearer } from './link-names.ts'
import { normalizeKey, pathKey } from './normalize-key.ts'
import {
  folderOf,
  isInside,
  isNotePath,
  noteExtensionOf,
  relativePath,
  withoutNoteExtension,
} from './note-path.ts'
import type { LinkForm } from './parsed-note.ts'
import { programName, type NamingRule } from './program-name.ts'
import { endingIn, isMarkdown, linkKeys, resolveLink } from './resolve-link.ts'
import type { KeyBearer, LinkKeys, LinkSource } from './resolve-link.ts'

/** What a change of names does to the vault's links. */
export interface NamesChange {
  readonly before: (key: string) => readonly KeyBearer[]
  readonly after: (key: string) => readonly KeyBearer[]
  /** Where a bearer will be, and its title if it is a note; null when it leaves the vault. */
  readonly placeAfter: (bearer: KeyBearer) => { readonly path: string; readonly title: string | null } | null
  /** How the vault writes a path in a wikilink. */
  readonly linkPath: 'shortest' | 'relative' | 'absolute'
  readonly naming: NamingRule | null
}

/** A link as its note has it, and where that note is and will be. */
export interface PlacedLink {
  readonly target: string
  readonly form: LinkForm
  readonly from: string
  readonly fromAfter: string
}

export type Relink =
  /** It says the same afterwards: it leads where it led, or it led nowhere. */
  | { readonly kind: 'stays' }
  /** It led nowhere, and as it is written it will lead to something. */
  | { readonly kind: 'heals' }
  /** What it led to leaves the vault. */
  | { readonly kind: 'breaks' }
  /**
   * It has to say one of these, the best first; none where no words lead to what it means. Unless `isLost` it leads there
   * as it is, by another name.
   */
  | { readonly kind: 'changes'; readonly targets: readonly string[]; readonly isLost: boolean }

/**
 * What a link must say so that it means afterwards what it means now. It changes exactly when the name by which it
 * found its target belongs to another note or to none afterwards. Only the folder of its own note counts.
 */
export function relink(link: PlacedLink, names: NamesChange): Relink {
  const { target, form } = link
  const find = (said: string, path: string, bearersOf: NamesChange['before']): Found | null => {
    const source = { path, form }
    const keys = linkKeys(said, source)
    const bearer = resolveLink(keys, { ...source, target: said }, bearersOf)
    return bearer === null ? null : { bearer, by: wayOf(bearer, keys, form) }
  }
  const was = find(target, link.from, names.before)
  const now = find(target, link.fromAfter, names.after)
  if (was === null) return { kind: now === null ? 'stays' : 'heals' }
  const place = names.placeAfter(was.bearer)
  if (place === null) return { kind: 'breaks' }
  const isKept = now !== null && isSameBearer(now.bearer, was.bearer)
  const isRespelt =
    spells(link, was) && !spells(link, { ...was, bearer: { ...was.bearer, path: place.path } })
  if (isKept && !isRespelt && bearsStill(link, was, place.path, names)) return { kind: 'stays' }
  const leadingThere = (asWritten: string, linkPath = names.linkPath): readonly string[] => {
    const sure: string[] = []
    const unsure: string[] = []
    for (const said of waysToSay({ ...link, target: asWritten }, was, place, { ...names, linkPath })) {
      const found = find(said, link.fromAfter, names.after)
      if (found === null || !isSameBearer(found.bearer, was.bearer)) continue
      const source = { path: link.fromAfter, form }
      // A name that others bear, too, leads to the nearest of them for now: a path is better.
      const isPath =
        found.by === 'exact' ||
        (found.by === 'relative' && isMarkdown(form) && isNoOther(said, source, found.bearer, names))
      const isSure = isPath || isBorneByOne(said, source, was.bearer, names)
      ;(isSure ? sure : unsure).push(said)
    }
    return [...sure, ...unsure]
  }
  // A file name says what a path with brackets cannot.
  const usual = [...new Set([...leadingThere(target), ...leadingThere(target, 'shortest')])]
  // Beside the file `plan.png` the note `plan.png.md` is named with its extension.
  const targets = usual.length > 0 || isNotePath(target) ? usual : leadingThere(`${target}.md`)
  const isSame = (said: string | undefined) =>
    said !== undefined && (isRespelt ? said === target : normalizeKey(said) === normalizeKey(target))
  return isKept && isSame(targets[0]) ? { kind: 'stays' } : { kind: 'changes', targets, isLost: !isKept }
}

/**
 * Whether a link by path or file name writes it in its very case: then it leads nowhere on a site or drive that tells
 * case apart once the file has another one.
 */
function spells({ target }: PlacedLink, { bearer, by }: Found): boolean {
  if (by === 'title' || by === 'alias' || by === 'program-name') return false
  const written = withoutNoteExtension(target).replace(/^(?:\.{0,2}\/)+/, '')
  const path = withoutNoteExtension(bearer.path)
  return `/${path.normalize('NFC')}`.endsWith(`/${written.normalize('NFC')}`)
}

/** Whether a bearer keeps the name by which the link found it. */
function bearsStill(
  { target, form, fromAfter }: PlacedLink,
  { bearer, by }: Found,
  path: string,
  { after }: NamesChange,
): boolean {
  const { exact, relative, name } = linkKeys(target, { path: fromAfter, form })
  const whole = pathKey(withoutNoteExtension(path))
  switch (by) {
    case 'exact':
      return whole === exact
    case 'relative':
      return whole === relative
    case 'title':
    case 'alias':
    case 'program-name':
    case 'name': {
      const key = by === 'name' ? name : exact
      return (
        key !== null && after(key).some((other) => other.kind === bearer.kind && isSameBearer(other, bearer))
      )
    }
  }
}

/**
 * Whether Obsidian finds no other file by a path from the source. Whatever the form, it looks from the root first, then for
 * the shortest path in the source's folder that ends so: in `a/b` it takes `b/c` for `a/b/c` before `a/b/b/c`.
 */
function isNoOther(said: string, source: LinkSource, { path }: KeyBearer, { after }: NamesChange): boolean {
  const { exact, relative, name } = linkKeys(said, source)
  if (exact === null || name === null || exact === relative) return true
  if (after(exact).some(({ kind }) => kind === 'path' || kind === 'file-path')) return false
  const folder = folderOf(source.path)
  return !endingIn(exact, after(name)).some(
    (other) => isInside(other.path, folder) && other.path.length < path.length,
  )
}

function isBorneByOne(said: string, source: LinkSource, bearer: KeyBearer, { after }: NamesChange): boolean {
  const { exact, name } = linkKeys(said, source)
  if (exact === null || name === null) return true
  const others = [...after(exact), ...endingIn(exact, after(name))]
  return others.every((other) => isSameBearer(other, bearer))
}

interface Found {
  readonly bearer: KeyBearer
  readonly by: Way
}

/** The kind of name that a link was resolved by; a path from the source's folder is another one than from the root. */
type Way = 'relative' | 'exact' | 'title' | 'name' | 'alias' | 'program-name'

function wayOf({ kind, path }: KeyBearer, { exact, relative }: LinkKeys, form: LinkForm): Way {
  switch (kind) {
    case 'title':
    case 'alias':
    case 'program-name':
      return kind
    case 'name':
    case 'file-name':
      return 'name'
    case 'path':
    case 'file-path': {
      const key = pathKey(withoutNoteExtension(path))
      if (isMarkdown(form)) return key === relative ? 'relative' : 'exact'
      return key === exact ? 'exact' : 'relative'
    }
  }
}

/** Targets in the author's way of writing, from the one that is most like what stood there to the last resort. */
function waysToSay(
  { target, form, fromAfter }: PlacedLink,
  { by }: Found,
  { path, title }: { readonly path: string; readonly title: string | null },
  { linkPath, naming }: Pick<NamesChange, 'linkPath' | 'naming'>,
): readonly string[] {
  if (form === 'canvas') return [path]
  const extension = isNotePath(target) ? noteExtensionOf(path) : ''
  const whole = withoutNoteExtension(path) + extension
  const beside = relativePath(folderOf(fromAfter), whole)
  const dotted = beside.startsWith('../') ? beside : `./${beside}`
  const rooted = `/${whole}`
  if (target.startsWith('/')) return [rooted, dotted]
  if (/^\.\.?\//.test(target)) {
    // `../` in a Markdown link is no more than the way that leads there: beside the source no sign is needed.
    return isMarkdown(form) && !target.startsWith('./') ? [beside, dotted, rooted] : [dotted, rooted]
  }
  const ends = endsOf(whole)
  const titles = title === null ? [] : [title]
  const own = by === 'program-name' ? programName(path, naming) : null
  if (own !== null) return [own, ...ends, rooted, dotted]
  if (isMarkdown(form)) {
    if (by === 'relative') return [beside, dotted, rooted]
    if (by === 'exact') return [whole, rooted, dotted]
    return [...(by === 'name' ? [] : titles), ...ends, beside, dotted, rooted]
  }
  if (target.includes('/') && by !== 'title' && by !== 'alias') {
    if (linkPath === 'absolute') return [whole, rooted, dotted]
    if (linkPath === 'relative') return [beside, dotted, rooted]
  }
  return by === 'title' ? [...titles, ...ends, rooted, dotted] : [...ends, ...titles, rooted, dotted]
}

/** `c`, `b/c`, `a/b/c`: each end of a path, the shortest first. */
function endsOf(path: string): readonly string[] {
  const segments = path.split('/')
  return segments.map((_segment, index) => segments.slice(-1 - index).join('/'))
}
