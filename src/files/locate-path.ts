import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileNameOf, folderOf, isHidden, pathIn } from '../model/note-path.ts'
import { VaultError } from '../model/vault-error.ts'
import { oddOnWindows } from '../model/windows-name.ts'
import { asVaultError, hidden, notAName, oddName, outside } from './file-errors.ts'
import { liesIn, placeOf } from './place-of.ts'
import { isMissing } from './read-file.ts'

/** What of a folder may be touched. */
export interface Bounds {
  /** Absolute, with links resolved. */
  readonly root: string
  /** Throws for a path that may not be touched; asked about every path, as named and with links resolved. */
  readonly check: (path: string) => void
  /** Tells which hidden places are there all the same. */
  readonly isOwn: (path: string) => boolean
}

/** A path that was judged: it may be touched as long as its folder stays the one that it was. */
export interface Located {
  /** As it was called. */
  readonly path: string
  /** The absolute path of the entry itself; links on the way to it are resolved. */
  readonly absolute: string
  /** The path in the vault with the entry's own link resolved too, as far as it exists. */
  readonly resolved: string
}

/** Judges a path, with links resolved. OUTSIDE_VAULT where it leads out of the vault, INVALID_PATH where to what is hidden. */
export function locatePath({ root, check, isOwn }: Bounds, path: string): Located {
  const named = relativeTo(root, path)
  check(named)
  if (isHidden(named) && !isOwn(named)) throw hidden(named)
  const { resolved, isThere } = follow(root, path, named)
  if (resolved === named) return { path, absolute: join(root, named), resolved }
  // What is replaced or removed is the link itself: the folder in which it lies counts, too.
  const folder = isThere ? follow(root, path, folderOf(named)).resolved : folderOf(resolved)
  const entry = pathIn(folder, fileNameOf(named))
  for (const place of new Set([entry, resolved])) {
    check(place)
    // A visible name leads to no hidden place, not even to one of flint's own.
    if (isHidden(place) && !(isOwn(named) && isOwn(place))) throw hidden(named, place)
  }
  return { path, absolute: join(root, entry), resolved }
}

/** Whether an open file lies in the folder of the path by which it was opened, or in a visible place of the vault, as after a move. */
export function mayLieAt({ root }: Bounds, absolute: string, file: number): boolean {
  if (liesIn(file, absolute)) return true
  const place = placeOf(file, absolute)
  return place?.startsWith(root + sep) === true && !isHidden(place.slice(root.length + 1))
}

/**
 * The vault-relative path of what a caller named: `a/b.md`, `./a/b.md` or an absolute path inside the vault. Throws
 * OUTSIDE_VAULT for anything else, in plain or percent-encoded disguise, and INVALID_PATH for what no path can be.
 */
export function relativeTo(root: string, named: string): string {
  if (named.includes('\0')) throw notAName()
  const slashed = sep === '\\' ? named.replaceAll('\\', '/') : named
  const inside = isAbsolute(named) ? relative(root, named).split(sep).join('/') : slashed
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

// `C:x` names a place on a drive only where there are drives; elsewhere `Q: a question` is a title.
const drive = sep === '\\' ? /^[a-z]:/i : /^[a-z]:[\\/]/i

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Where a path leads as far as it exists; `named` is what the caller called it. */
function follow(
  root: string,
  named: string,
  path: string,
): { readonly resolved: string; readonly isThere: boolean } {
  const absolute = join(root, path)
  for (let part = absolute; ; part = dirname(part)) {
    try {
      const real = realpathSync.native(part)
      if (real !== root && !real.startsWith(root + sep)) throw outside(named)
      const resolved = relative(root, join(real, relative(part, absolute)))
      return { resolved: resolved.split(sep).join('/'), isThere: part === absolute }
    } catch (error) {
      if (!isMissing(error)) throw asVaultError(error, named)
      // A link whose target is missing is no place to write to.
      if (isSymbolicLink(part)) throw outside(named)
      if (part === root) {
        throw new VaultError('VAULT_UNAVAILABLE', "The vault's folder is not there.", {
          hint: { kind: 'check-folder' },
        })
      }
    }
  }
}

function isSymbolicLink(absolute: string): boolean {
  try {
    return lstatSync(absolute).isSymbolicLink()
  } catch {
    return false
  }
}
