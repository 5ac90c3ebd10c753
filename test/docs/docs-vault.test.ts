import { cp } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { column } from '../support/plain.ts'
import { withVault } from '../support/with-vault.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('docs/ opens as a vault, with the README in it, and no link of it is broken', () =>
  withVault({}, async ({ call, at }) => {
    // A link out of the folder, such as ../src/app.ts, leads to what lies beside it in the repository.
    for (const name of [
      'docs',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'src',
      'migrations',
      'scripts',
      'test',
    ])
      await cp(`${root}${name}`, at(name), { recursive: true, force: false, filter: isOurs }).catch(
        ignoreMissing,
      )
    for (const name of ['config.example.yml', 'vault-config.example.yml', 'package.json'])
      await cp(`${root}${name}`, at(name))
    const { notes } = await call('list_notes', { directory: 'docs', limit: 1_000, fields: ['id'] })
    expect(column(notes, 'id')).toEqual(expect.arrayContaining(['docs/architecture.md', 'docs/tools.md']))
    const { broken_links } = await call('find_broken_links', { limit: 1_000 })
    const ours = broken_links.filter(({ source_note_id: from }: Link) => /^(docs\/|[^/]+$)/.test(from))
    expect(ours.map(({ source_note_id: from, target_title: to }: Link) => `${from} → ${to}`)).toEqual([])
    expect((await call('get_vault_info', { detailed: true })).unparsable).toEqual([])
  }))

interface Link {
  readonly source_note_id: string
  readonly target_title: string
}

/** Not what was installed for the tests beside the scripts: a Node, a browser and a PostgreSQL. */
function isOurs(path: string): boolean {
  return basename(path) !== 'node_modules'
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
