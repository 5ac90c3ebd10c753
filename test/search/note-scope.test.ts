import { expect, test } from 'vitest'
import { narrowVaults } from '../../src/call/narrow-vaults.ts'
import { usualFilter, type NoteFilter } from '../../src/index-db/note-filter.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { compileScope } from '../../src/search/note-scope.ts'
import { withVault } from '../support/with-vault.ts'

const main = 'main' as VaultId
const files = {
  'in/away.md': '# Away\n\n[[Secret]] and [[board.canvas]]\n',
  'in/told.md': '# Told\n',
  'out/secret.md': '# Secret\n\n[[Told]]\n',
  'out/board.canvas': '{}',
}

/** What the thread that searches vectors, which sees the whole vault, finds for a caller who is limited to `in/`. */
test.each<[string, NoteFilter, readonly string[]]>([
  ['with broken links', { hasBrokenLinks: true }, ['in/away.md']],
  ['without any', { hasBrokenLinks: false }, ['in/told.md']],
  ['that nothing is connected to', { isOrphan: true }, ['in/away.md', 'in/told.md']],
  ['that others link to', { has: ['backlinks'] }, []],
])('a limited caller finds notes %s as they are within its limits', (_, filter, wanted) =>
  withVault(files, async ({ hub, call }) => {
    await call('list_notes')
    const limited = narrowVaults(hub, {
      within: () => ({ folders: ['in'], by: ['server'] }),
      mayManage: false,
    })
    const { index } = await limited.open(main)
    const scope = await index.query(({ queries }) => compileScope(queries, { ...usualFilter, ...filter }, []))
    const whole = await hub.open(main)
    const found = await whole.index.query(({ db }) =>
      db
        .prepare(`SELECT path FROM note WHERE ${scope.sql} ORDER BY path`)
        .pluck()
        .all(...scope.parameters),
    )
    expect(found).toEqual(wanted)
  }),
)
