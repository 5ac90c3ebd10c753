import { expect, test } from 'vitest'
import { callTool } from '../../src/call/call-tool.ts'
import { narrowVaults } from '../../src/call/narrow-vaults.ts'
import { allTools } from '../../src/tools/index.ts'
import { type Json, withVaults } from '../support/with-vault.ts'
import { toyContext } from '../tools/toy-tools.ts'

const inside = {
  'in/roof.md':
    '---\ntags: [house, roof]\nowner: Ada\n---\n# Roof\n\nThe roof leaks; roof and gutter, foo.bar-baz.\n',
  'in/gutter.md':
    '# Gutter\n\n## House\n\nA gutter beside the roof, organised and organising. 図書館の屋根\n',
  'in/garden.md': `# Garden\n\nHouse with a garden. ${'Leeks and gutter tiles. '.repeat(40)}\n`,
  'in/empty.md': '',
}
const outside = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `out/note ${index}.md`,
    `---\ntags: [roof]\nowner: Ada\n---\n# Roof ${index}\n\n${'gutter organise 図書館 house roofing '.repeat(index)}\n`,
  ]),
)

const queries = [
  'roof',
  'gutter house',
  'roof leaks gutter garden house tiles beside organised',
  'roo* gut*',
  '"roof leaks" gutter',
  'foo.bar-baz',
  'house Ada',
  '図書館',
  'organ',
  'roof -garden',
  'tag:house roof',
]

test.each(queries)('a caller who sees a folder gets the scores of a vault that is the folder: %s', (query) =>
  withVaults({ main: { ...inside, ...outside }, alone: inside }, async ({ hub }) => {
    const vaults = narrowVaults(hub, {
      within: () => ({ folders: ['in'], by: ['server'] }),
      mayManage: false,
    })
    const search = async (vault_id: string) => {
      const args = { query, vault_id, mode: 'keyword', explain: true }
      const { text } = await callTool(allTools, 'search_notes', args, { ...toyContext(), vaults })
      const { results, total } = JSON.parse(text)
      return [total, results.map(({ path, score, explanation }: Json) => ({ path, score, explanation }))]
    }
    const found = await search('main')
    expect(found[0]).toBeGreaterThan(0)
    expect(found).toEqual(await search('alone'))
  }),
)
