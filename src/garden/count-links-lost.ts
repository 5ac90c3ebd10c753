import { openLinkGraph } from '../index-db/link-graph.ts'
import { parseNote } from '../markdown/parse-note.ts'
import { bearersAfter, noteNames } from '../model/link-names.ts'
import { normalizeKey } from '../model/normalize-key.ts'
import { stemOf } from '../model/note-path.ts'
import { linkKeys, resolveLink, type KeyBearer } from '../model/resolve-link.ts'
import type { VaultContext } from '../vault/vault-context.ts'

/**
 * How many links find a note by the title that it has, and would not once its text is another. None without an index:
 * then nobody knows.
 */
export async function countLinksLost(vault: VaultContext, path: string, after: string): Promise<number> {
  if (!vault.hasIndex) return 0
  const { title, aliases } = parseNote(after)
  const names = noteNames({ path, title: title ?? stemOf(path), aliases: aliases.map(normalizeKey) })
  return await vault.query(({ db }) => {
    const count = db.transaction(() => {
      const graph = openLinkGraph(db)
      const note = graph.note(path)
      const old = note?.names.find(({ kind }) => kind === 'title')
      if (note === null || old === undefined) return 0
      const bearersOf = bearersAfter(graph.bearersOf, [
        { isFile: false, id: note.id, after: { path, names } },
      ])
      return graph.linksWaitingFor(old.key).filter(({ target, from, form }) => {
        const source = { path: from, form, target }
        const leadsHere = (bearers: (key: string) => readonly KeyBearer[]) => {
          const isObsidian = vault.settings.kind === 'obsidian'
          return resolveLink(linkKeys(target, source), source, bearers, isObsidian)?.path === path
        }
        return leadsHere(graph.bearersOf) && !leadsHere(bearersOf)
      }).length
    })()
    return Promise.resolve(count)
  })
}
