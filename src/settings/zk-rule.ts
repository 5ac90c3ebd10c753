import { isInside } from '../model/note-path.ts'
import type { VaultSettings, ZkNoteRule } from '../model/vault-settings.ts'
import { globMatcher } from '../files/ignore-matcher.ts'
import { composed } from '../files/spelled-on-disk.ts'

/**
 * What zk says of new notes in a folder: its group's rule, else that of the notebook; null in a vault without zk. A plain path of
 * a group is for the folders below it, too, a glob only for those that it matches.
 */
export function zkRuleFor(folder: string, { zk }: VaultSettings): ZkNoteRule | null {
  if (zk === null) return null
  const groups = zk.groups
    .flatMap((group) => group.paths.map((path) => ({ group, path: path.replace(/^\.?\/|\/$/g, '') })))
    .filter(({ path }) =>
      /[*?[{]/.test(path) ? globMatcher(path)(folder) : isInside(composed(folder), composed(path)),
    )
    .sort((a, b) => b.path.length - a.path.length)
  const [nearest] = groups
  return nearest === undefined ? zk : { ...nearest.group, filename: nearest.group.filename ?? zk.filename }
}
