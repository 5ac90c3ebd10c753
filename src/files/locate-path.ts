import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { hasCode } from '../model/error-code.ts'
import { fileNameOf, folderOf, isHidden, pathIn } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { oddOnWindows } from '../model/windows-name.ts'
import { leadsOut } from '../own-files/leads-out.ts'
import { asVaultError, deadLink, hidden, notAName, oddName, outside } from './file-errors.ts'
import { liesIn, placeOf } from './place-of.ts'
import { isMissing } from './read-file.ts'

/** The limits of what may be touched in a folder. */
export interface Bounds {
  /** Absolute real path. */
  readonly root: string
  /** Throws for a path that may not be touched. Called with every path, both as named and with links resolved. */
  readonly check: (path: string) => void
  /** Which hidden places are allowed all the same. */
  readonly isOwn: (path: string) => boolean
}

/** A checked path: it may be touched as long as its folder stays the same folder. */
export interface Located {
  /** The path as the caller named it. */
  readonly path: string
  /** The absolute path of the entry itself, with links above it resolved. */
  readonly absolute: string
  /** The vault-relative path with the entry's own link resolved too, as far as it exists. */
  readonly resolved: string
}

/** Checks a path with links resolved: OUTSIDE_VAULT where it leads out, INVALID_PATH where to something hidden, or to nothing. */
export function locatePath({ root, check, isOwn }: Bounds, path: string): Located {
  const named = relativeTo(root, path)
  check(named)
  if (isHidden(named) && !isOwn(named)) throw hidden(named)
  const { place: resolved, isDead } = follow(root, path, named)
  if (resolved === named) return { path, absolute: join(root, named), resolved }
  // A replaced or removed link is itself an entry, so the folder that holds it counts, too.
  const entry = pathIn(follow(root, path, folderOf(named)).place, fileNameOf(named))
  for (const place of new Set([entry, resolved])) {
    check(place)
    // A visible name may not lead to a hidden place, not even to one of flint's own.
    if (isHidden(place) && !(isOwn(named) && isOwn(place))) throw hidden(named, place)
  }
  // A link whose target is missing may not be written through. Last: what may not be seen is neither there nor missing.
  if (isDead) throw deadLink(named)
  return { path, absolute: join(root, entry), resolved }
}

/**
 * Whether an open file lies in the folder of its path, or, as after a move, in a visible place of the vault. Throws where that
 * place may not be touched.
 */
export function mayLieAt({ root, check }: Bounds, absolute: string, file: number): boolean {
  if (liesIn(file, absolute)) return true
  const place = placeOf(file, absolute)
  if (place?.startsWith(root + sep) !== true) return false
  const path = place.slice(root.length + 1).replaceAll(sep, '/')
  check(path)
  return !isHidden(path)
}

/**
 * The vault-relative path for what a caller named: `a/b.md`, `./a/b.md` or an absolute path inside the vault. Anything
 * else is OUTSIDE_VAULT, percent-encoded or not; what cannot be a path is INVALID_PATH.
 */
export function relativeTo(root: string, named: string): string {
  if (named.includes('\0')) throw notAName()
  const withSlashes = sep === '\\' ? named.replaceAll('\\', '/') : named
  const inside = isAbsolute(named) ? slashed(insideOf(root, named)) : withSlashes
  for (const form of [inside, decoded(inside)]) {
    if (isAbsolute(form) || drive.test(form) || form.split(/[/\\]/).includes('..')) throw outside(named)
  }
  const odd = sep === '\\' ? oddOnWindows(inside) : null
  if (odd !== null) throw oddName(odd)
  return inside
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/')
}

/**
 * A path from the vault's folder to what an absolute one names. It begins with `..` where that lies outside: also by the real
 * path of the folder that it names first, which may be a link to the vault.
 */
function insideOf(root: string, named: string): string {
  const direct = relative(root, named)
  if (!leadsOut(direct) || named.split(/[/\\]/).includes('..')) return direct
  let found = direct
  for (let part = named; dirname(part) !== part; part = dirname(part)) {
    const real = realFolder(part)
    const inside = real === null ? direct : relative(root, join(real, relative(part, named)))
    // Of several links on the way the first one counts: those in the vault are followed as in any path.
    if (!leadsOut(inside)) found = inside
  }
  return found
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    return lstatSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}

// `C:x` names a drive only on Windows; elsewhere `Q: a question` is a title.
const drive = sep === '\\' ? /^[a-z]:/i : /^[a-z]:[\\/]/i

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

interface Followed {
  readonly place: string
  /** Whether a link on the way leads to nothing. */
  readonly isDead: boolean
}

/** Where a path leads, as far as it exists; `named` is the caller's name for it. */
function follow(root: string, named: string, path: string): Followed {
  if (isFreeOfLinks(root, path)) return { place: path, isDead: false }
  const absolute = join(root, path)
  for (let part = absolute; ; part = dirname(part)) {
    try {
      const real = realpathSync.native(part)
      if (real !== root && !real.startsWith(root + sep)) throw outside(named)
      return { place: slashed(relative(root, join(real, relative(part, absolute)))), isDead: false }
    } catch (error) {
      if (!isMissing(error)) throw asVaultError(error, named)
      const target = targetOf(part)
      if (target !== null) {
        const way = relative(root, join(target, relative(part, absolute)))
        if (leadsOut(way)) throw outside(named)
        return { place: follow(root, named, slashed(way)).place, isDead: true }
      }
      if (part === root) {
        throw new VaultError('VAULT_UNAVAILABLE', "The vault's folder is not there.", {
          hint: { kind: 'check-folder' },
        })
      }
    }
  }
}

/**
 * Whether a path has no link on its way, as far as it exists: then it leads where it says. False where that is not sure, as
 * where the system may know a name in other capitals.
 */
function isFreeOfLinks(root: string, path: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    let part = root
    for (const name of path.split('/')) {
      const above = part
      part = join(above, name)
      const found = lstatSync(part, whereThere)
      // The vault's own folder may be missing.
      if (found === undefined) return above !== root || lstatSync(root, whereThere) !== undefined
      if (found.isSymbolicLink()) return false
    }
    return true
  } catch {
    return false
  }
}

const whereThere = { throwIfNoEntry: false } as const

function slashed(path: string): string {
  return path.split(sep).join('/')
}

/** Where a link leads that has no target there; null for what is no link. */
function targetOf(absolute: string): string | null {
  try {
    return resolve(realpathSync.native(dirname(absolute)), readlinkSync(absolute))
  } catch (error) {
    // Of no other failure is it known that no link is there.
    if (isMissing(error) || hasCode(error, 'EINVAL')) return null
    throw error
  }
}
