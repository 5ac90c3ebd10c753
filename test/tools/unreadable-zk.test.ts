import { chmod } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../support/as-ordinary-user.ts'
import { hashFiles } from '../support/hash-files.ts'
import { lines } from '../support/lines.ts'
import { until } from '../support/until.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

const config = '.zk/config.toml'
const broken = lines('[note]', 'filename = "{{slug title}}', '[group.daily]', 'paths = ["journal"]')
const journal = lines('[note]', 'filename = "z-{{slug title}}"', '[group.daily]', 'paths = ["journal"]')

const makers: readonly (readonly [string, object])[] = [
  ['create_note', { title: 'Plan', directory: 'ideas' }],
  ['create_note', { title: 'Plan', type: 'ideas', content: 'x', dry_run: true }],
  ['open_daily_note', {}],
  ['upsert_note', { identifier: 'ideas/new.md', content: 'x' }],
  [
    'extract_section',
    { identifier: 'a', section_header: 'Part', new_title: 'Part', destination_directory: 'ideas' },
  ],
  ['ingest', { source: 'doc.txt' }],
]

const expectRefused = async ({ call }: Vaults, reason: RegExp) => {
  for (const [tool, args] of makers) {
    const { error } = await call(tool, args)
    expect(error, tool).toMatchObject({ code: 'ZK_ERROR', message: expect.stringMatching(reason) })
    expect(error.hint).toContain('.zk/config.toml')
  }
}

const files = {
  [config]: broken,
  'a.md': '# A\n\n## Part\n\nText.\n',
  'ideas/i.md': '',
  'doc.txt': 'Some text.',
}

test('while what zk says cannot be read no note is made, nothing is lost, and reading goes on', () =>
  withVault(files, async (vaults) => {
    const { call, at, write } = vaults
    const before = await hashFiles(at('.'))
    await expectRefused(vaults, /^\.zk\/config\.toml is not valid TOML at line 2: /)
    expect(await hashFiles(at('.'))).toEqual(before)
    expect(await call('get_note', { identifier: 'a' })).toMatchObject({ title: 'A' })
    expect((await call('append_to_note', { identifier: 'a', content: 'More.' })).error).toBeUndefined()
    // It is followed without a restart.
    await write(config, journal)
    await until('it is mended', async () => (await call('open_daily_note')).error === undefined)
    expect((await call('open_daily_note')).id).toMatch(/^journal\//)
    expect((await call('create_note', { title: 'Plan', directory: 'ideas' })).id).toBe('ideas/z-plan.md')
    await write(config, `${journal}x = `)
    await until('it is broken', async () => (await call('open_daily_note')).error?.code === 'ZK_ERROR')
  }))

test('a file that may not be read is named; a key that means nothing is told with each new note', async () => {
  await withVault(files, async (vaults) => {
    await vaults.write(config, '[note]\nid-length = "long"\n')
    expect((await vaults.call('create_note', { title: 'Plan' })).warnings).toEqual([
      '.zk/config.toml: `note.id-length` is "long"; write a number.',
    ])
  })
  await asOrdinaryUser(async () => {
    await withVault(files, async (vaults) => {
      await chmod(vaults.at(config), 0o000)
      await expectRefused(vaults, /^`\.zk\/config\.toml` cannot be read \(EACCES\)\./)
      await chmod(vaults.at(config), 0o600)
    })
  })
})

test('in a vault of Obsidian, which has the say there, zk holds up nothing', () =>
  withVault({ ...files, '.obsidian/app.json': '{}' }, async ({ call }) => {
    expect((await call('create_note', { title: 'Plan', directory: 'ideas' })).id).toBe('ideas/Plan.md')
  }))
