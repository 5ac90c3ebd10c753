import { fileNames, noteNames } from '../model/link-names.ts'
import { isNotePath, stemOf } from '../model/note-path.ts'
import { relink } from '../model/relink.ts'
import type { KeyBearer } from '../model/resolve-link.ts'
import { applyEdits } from '../model/text-edit.ts'
import { writeTarget } from '../markdown/edit/write-target.ts'
import { linkParts } from '../markdown/read/link-parts.ts'

/** A note or canvas. Paths are those of the vault. */
export interface MergedNote {
  readonly path: string
  /** Where the side that wrote its links had it. */
  readonly from: string
  readonly text: string
  /** Targets of links that the other side has in it as well: it has seen to them itself. */
  readonly settled: ReadonlySet<string>
}

export interface RenamesFollowed {
  /** The files of the side that wrote links. */
  readonly before: readonly string[]
  /** The files after the merge. */
  readonly after: readonly string[]
  /** What the other side renamed. */
  readonly renames: ReadonlyMap<string, string>
  /** Notes to which the other side gave another title, by the paths that they had. */
  readonly titles: ReadonlyMap<string, Retitled>
  readonly linkPath: 'shortest' | 'relative' | 'absolute'
}

export interface Retitled {
  readonly before: string
  readonly after: string
}

/**
 * Makes links follow that one side wrote to a file which the other renamed: the function made gives a merged note's or
 * canvas's text with them, or the same text where there are none.
 */
export function renameFollower({
  before,
  after,
  renames,
  titles,
  linkPath,
}: RenamesFollowed): (note: MergedNote) => string {
  const placeOf = (path: string) => renames.get(path) ?? path
  const idAfter = new Map(before.map((path, id) => [placeOf(path), id]))
  const known = new Set(after)
  const newTitles = new Map([...titles].map(([path, title]) => [placeOf(path), title.after]))
  const names = {
    before: bearers(
      before,
      (_, index) => index,
      (path) => titles.get(path)?.before,
    ),
    after: bearers(
      after,
      (path, index) => idAfter.get(path) ?? before.length + index,
      (path) => newTitles.get(path),
    ),
    placeAfter: ({ path }: KeyBearer) =>
      known.has(placeOf(path)) ? { path: placeOf(path), title: newTitles.get(placeOf(path)) ?? null } : null,
    linkPath,
    naming: null,
  }
  return ({ path, from, text, settled }) => {
    const edits = linkParts(path, text).flatMap((part) =>
      part.links.flatMap((link) => {
        if (settled.has(link.target)) return []
        const found = relink({ target: link.target, form: link.form, from, fromAfter: path }, names)
        // Other programs follow the path of a Markdown link alone.
        const isPath = link.form === 'markdown' || link.form === 'reference'
        if (found.kind !== 'changes' || !(found.isLost || isPath)) return []
        const ways = found.targets.map((target) => writeTarget(part.text, link, target))
        const edit = ways.find((way) => way !== null)
        return edit == null ? [] : [part.place(edit)]
      }),
    )
    return edits.length === 0 ? text : applyEdits(text, edits)
  }
}

function bearers(
  paths: readonly string[],
  idOf: (path: string, index: number) => number,
  titleOf: (path: string) => string | undefined,
): (key: string) => readonly KeyBearer[] {
  const found = paths.flatMap((path, index) => {
    const names = isNotePath(path)
      ? noteNames({ path, title: titleOf(path) ?? stemOf(path), aliases: [], programName: null })
      : fileNames(path)
    return names.map(({ key, kind }) => ({ key, kind, id: idOf(path, index), path }))
  })
  const byKey = Map.groupBy(found, ({ key }) => key)
  return (key) => byKey.get(key) ?? []
}
