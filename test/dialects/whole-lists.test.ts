import { expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { withVault } from '../support/with-vault.ts'
import { speak } from './speak.ts'

// More than a page of each of our lists, and ten times what a result may otherwise take.
const count = 1_012
const files = Object.fromEntries(
  Array.from({ length: count }, (_, n) => [
    `n${n}.md`,
    `---\nkind: odd\n---\nOf [[hub]] #many\n\n- [ ] Task ${n}\n`,
  ]),
)

test('lists of a flat vault come whole, as they do from the servers whose tools these are', () =>
  withVault({ ...files, 'hub.md': '# Hub\n' }, async (vaults) => {
    const vault = await vaults.hub.open((await vaults.hub.find('main')).id)
    await until('it is indexed', () => vault.index.freshness.state === 'ready')
    const kiln = speak('kiln', vaults)
    const app = speak('notes-app', vaults)
    const mcp = speak('obsidian-vault-mcp', vaults)
    const here = { repository_name: 'main' }
    const lists = {
      'kiln list_notes': (await kiln('list_notes')).notes,
      'kiln list_notes with frontmatter': (await kiln('list_notes', { include_frontmatter: true })).notes,
      'kiln text_search': (await kiln('text_search', { query: '[[', limit: 5_000 })).matches,
      'kiln property_search': (await kiln('property_search', { properties: { kind: 'odd' }, limit: 5_000 }))
        .matches,
      'notes-app list_notes': (await app('list_notes')).notes,
      'notes-app tags': (await app('tags', { tag: 'many' })).files,
      'notes-app backlinks': (await app('backlinks', { relative_path: 'hub.md' })).linked,
      'obsidian-vault-mcp vault_search': (await mcp('vault_search', { ...here, query: '#many' })).results,
      'obsidian-vault-mcp task_list': (await mcp('task_list', here)).tasks,
    }
    const lengths = Object.entries(lists).map(([name, list]) => `${name} ${list.length}`)
    expect(lengths).toEqual(
      Object.keys(lists).map((name) => `${name} ${name.includes('list_notes') ? count + 1 : count}`),
    )
    for (const [name, list] of Object.entries(lists))
      expect(new Set(list.map(keyOf)).size, name).toBe(list.length)
    expect(await kiln('list_notes')).toMatchObject({ count: count + 1 })
    expect(await kiln('text_search', { query: '[[' })).toMatchObject({ count: 10, total_count: count })
    expect((await app('search', { query: 'task', limit: 100 })).truncated).toBeUndefined()
  }))

function keyOf(item: { readonly path?: string; readonly relative_path?: string }): string {
  return item.path ?? item.relative_path ?? ''
}

test('what is cut although nothing else could get it is told with what helps', () =>
  withVault({ 'long.md': `${'Long. '.repeat(8)}\n`.repeat(220_000) }, async (vaults) => {
    const read = await speak('obsidian-vault-mcp', vaults)('note_read', {
      repository_name: 'main',
      path: 'long.md',
    })
    expect(read.truncated).toMatch(/For the rest call vault_search for lines of it\.$/)
  }))

test('a folder that is named in other capitals is listed as it is counted', () =>
  withVault({ 'Projects/a.md': 'A\n' }, async (vaults) => {
    const { notes } = await speak('kiln', vaults)('list_notes', { folder: 'projects' })
    expect(notes).toHaveLength(1)
  }))
