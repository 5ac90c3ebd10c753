/** Pure arithmetic on vault-relative paths: `/` between segments, no leading slash, `''` is the vault's root. */

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The folders that a path lies in, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.push(folder)
  return folders
}

/** The names on the way to a folder; none for the vault's root. */
export function segmentsOf(folder: string): string[] {
  return folder === '' ? [] : folder.split('/')
}

/** The path of what is called so in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** `projects/site.md` → `projects/site`; any other path stays. */
export function withoutNoteExtension(path: string): string {
  return /\.md$/i.test(path) ? path.slice(0, -3) : path
}

/** A note's `.md` as its file has it, in whatever case; `''` for any other path. */
export function noteExtensionOf(path: string): string {
  return path.slice(withoutNoteExtension(path).length)
}

export function isNotePath(path: string): boolean {
  return /\.md$/i.test(path)
}

export function isCanvas(path: string): boolean {
  return /\.canvas$/i.test(path)
}

/** The file name without `.md`: what a note without a title is called. */
export function stemOf(path: string): string {
  return withoutNoteExtension(fileNameOf(path))
}

/**
 * `target` seen from `folder`, with `.` and `..` resolved; null when it leaves the vault.
 *
 *     joinPath('a/b', '../c')   // 'a/c'
 *     joinPath('a', '../../c')  // null
 */
export function joinPath(folder: string, target: string): string | null {
  const segments = segmentsOf(folder)
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}

/**
 * The way from a folder to a path, with `../` where it leads upwards.
 *
 *     relativePath('a/b', 'a/c/note.md')   // '../c/note.md'
 */
export function relativePath(folder: string, path: string): string {
  const from = segmentsOf(folder)
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}

/** True for the folder itself and everything below it; every path is inside `''`. */
export function isInside(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

/**
 * A note's type: its nearest ancestor folder that has a `_description.md`, else its first folder, else `''`.
 *
 *     noteTypeOf('work/meetings/a.md', new Set(['work']))   // 'work'
 */
export function noteTypeOf(path: string, typeFolders: ReadonlySet<string>): string {
  const folders = foldersAbove(path)
  return folders.find((folder) => typeFolders.has(folder)) ?? folders.at(-1) ?? ''
}

/**
 * True for what is hidden, itself or by a folder on its way: a name that begins with a dot, also behind characters that
 * some drives pass over.
 *
 *     isHidden('projects/.git/config')   // true
 */
export function isHidden(path: string): boolean {
  // The first is quick, and hardly a path gets past it: the second takes milliseconds until it is compiled.
  return /(?:^|[/\u0080-\uffff])\./.test(path) && /(?:^|\/)\p{Default_Ignorable_Code_Point}*\./u.test(path)
}

export const typeFileName = '_description.md'
