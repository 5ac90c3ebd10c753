import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { allTools } from '../../src/tools/index.ts'
import { asOrdinaryUser, openToAll } from '../support/as-ordinary-user.ts'
import { hashFiles, hashOf } from '../support/hash-files.ts'
import { withVault, withVaults, type Json, type Vaults } from '../support/with-vault.ts'
import { right } from './right-calls.ts'
import { sampleVault } from './sample-vault.ts'

const leeks = 'garden/leeks.md'
const leeksHash = hashOf(sampleVault[leeks])
const typeHash = hashOf(sampleVault['recipes/_description.md'])

/** Calls, and holds that each failed with its code and a next step and that no byte on disk has changed. */
async function expectRefusals(
  { call, folder }: Vaults,
  cases: readonly (readonly [tool: string, args: object, code: string | readonly string[]])[],
): Promise<void> {
  const disk = async () => ({
    ...(await hashFiles(join(folder, 'main'))),
    ...(await hashFiles(join(folder, 'config'))),
  })
  const before = await disk()
  for (const [tool, args, code] of cases) {
    const what = `${tool} ${JSON.stringify(args).slice(0, 200)}`
    const { error } = await call(tool, args)
    expect([code].flat(), what).toContain(error?.code)
    expect(error.message, what).toEqual(expect.any(String))
    expect(error.message.length, what).toBeGreaterThan(5)
    expect(error.hint, what).toEqual(expect.any(String))
    expect(JSON.stringify(error), what).not.toMatch(/\/tmp\/|node_modules|\bat \w+ \(/)
  }
  expect(await disk()).toEqual(before)
}

const everyTool = Object.entries(right)

test('every tool is among these', () => {
  const wanted = 'test/tools/right-calls.ts has a call of every tool, in the order of src/tools/index.ts'
  expect(Object.keys(right), wanted).toEqual(allTools.map(({ name }) => name))
})

test('an unknown vault', () =>
  withVaults({ main: sampleVault, other: {} }, async (vaults) => {
    const named = allTools.filter(({ name, input }) => 'vault_id' in input.shape && name !== 'create_vault')
    await expectRefusals(
      vaults,
      named.map(({ name }) => [name, { ...right[name], vault_id: 'mian' }, 'VAULT_NOT_FOUND'] as const),
    )
    const { error } = await vaults.call('get_note', { identifier: leeks, vault_id: 'mian' })
    expect(error).toMatchObject({ known_vaults: ['main', 'other'], nearest: 'main' })
    const listed = { vault_id: ['main', 'nowhere'] }
    await expectRefusals(vaults, [['list_notes', listed, 'VAULT_NOT_FOUND']])
  }))

test('an unknown key, in every tool', () =>
  withVault(sampleVault, async (vaults) => {
    await expectRefusals(
      vaults,
      everyTool.map(([tool, args]) => [tool, { ...args, nonsense_key: 1 }, 'INVALID_ARGUMENT'] as const),
    )
    const { error } = await vaults.call('get_note', { identifer: leeks })
    expect(error.message).toBe('get_note: `identifer` is not a parameter (did you mean `identifier`?).')
    expect(error.hint).toContain('identifier')
  }))

test.each([
  ['get_note', 'id', 'identifier'],
  ['list_notes', 'folder', 'directory'],
  ['append_to_note', 'heading', 'under'],
  ['replace_section', 'heading', 'section_header'],
  ['append_to_note', 'text', 'content'],
  ['update_note', 'old_string', 'edits'],
  ['replace_section', 'content', 'new_content'],
])('%s with %s: %s may be meant', (tool, key, name) =>
  withVault(sampleVault, async ({ call }) => {
    const { error } = await call(tool, { ...right[tool], [key]: 'x' })
    expect(error.message).toContain(`\`${key}\` is not a parameter (did you mean \`${name}\`?)`)
  }),
)

test('a value of the wrong type, for every parameter of every tool', () =>
  withVault(sampleVault, async (vaults) => {
    const cases = allTools.flatMap((tool) =>
      Object.entries(tool.input.shape as Record<string, z.ZodType>).flatMap(([parameter, schema]) =>
        wrongValues(schema).map(
          (value) => [tool.name, { ...right[tool.name], [parameter]: value }, 'INVALID_ARGUMENT'] as const,
        ),
      ),
    )
    expect(cases.length).toBeGreaterThan(300)
    await expectRefusals(vaults, cases)
  }))

/** What this schema must not take. */
function wrongValues(schema: z.ZodType): readonly unknown[] {
  const values = [null, 7.5, -3e9, true, { a: 1 }, ['a', ['b']], 'x'.repeat(201_000)]
  return values.filter((value) => !schema.safeParse(value).success)
}

describe('a path outside the vault', () => {
  const ways = [
    '../secret.md',
    '../../etc/passwd',
    'garden/../../secret.md',
    '..%2Fsecret.md',
    '%2e%2e/secret.md',
    '..\\secret.md',
    'garden/%2E%2E/%2e%2e/secret.md',
    '/etc/passwd',
    '/etc/hostname.md',
    'linked/secret.md',
    'linked-note.md',
  ]

  test('is refused by every tool that takes one, also through links and encoded', () =>
    withVault(sampleVault, async (vaults) => {
      const { folder, at, call } = vaults
      await mkdir(join(folder, 'elsewhere'))
      await writeFile(join(folder, 'elsewhere/secret.md'), 'secret')
      await writeFile(join(folder, 'secret.md'), 'secret')
      await symlink(join(folder, 'elsewhere'), at('linked'))
      await symlink(join(folder, 'secret.md'), at('linked-note.md'))
      const refused = ['OUTSIDE_VAULT', 'INVALID_PATH', 'NOT_FOUND']
      await expectRefusals(
        vaults,
        ways.flatMap((path) => [
          ['get_note', { identifier: path }, refused] as const,
          ['get_note_info', { identifier: path }, refused] as const,
          [
            'update_note',
            { identifier: path, content: 'X', content_hash: hashOf('secret') },
            refused,
          ] as const,
          ['append_to_note', { identifier: path, content: 'X' }, refused] as const,
          ['upsert_note', { identifier: path, content: 'X' }, refused] as const,
          ['delete_note', { identifier: path, confirm: true }, refused] as const,
          ['get_backlinks', { identifier: path }, refused] as const,
          ['get_links', { path }, refused] as const,
          ['get_note_links', { path }, refused] as const,
          ['search_by_links', { linked_from: [path] }, refused] as const,
          ['search_notes', { query: 'x', links_to: path }, refused] as const,
          ['create_note', { title: 'X', path }, refused] as const,
        ]),
      )
      const folders = [
        '..',
        '../elsewhere',
        'garden/../..',
        '%2e%2e/elsewhere',
        '/etc',
        'linked',
        'linked/deeper',
      ]
      await expectRefusals(
        vaults,
        folders.flatMap((directory) => [
          ['create_note', { title: 'X', directory }, ['OUTSIDE_VAULT', 'INVALID_PATH']] as const,
          [
            'create_note',
            { title: 'X', type: directory },
            ['OUTSIDE_VAULT', 'INVALID_PATH', 'TYPE_NOT_FOUND'],
          ] as const,
        ]),
      )
      await expectRefusals(
        vaults,
        ['..', '../elsewhere', 'garden/../..'].flatMap((directory) => [
          ['list_notes', { directory }, 'OUTSIDE_VAULT'] as const,
          ['search_notes', { query: 'secret', directory }, 'OUTSIDE_VAULT'] as const,
        ]),
      )
      expect(await hashFiles(join(folder, 'elsewhere'))).toEqual({ 'secret.md': hashOf('secret') })
      expect((await call('search_notes', { query: 'secret' })).total).toBe(0)
      expect((await call('list_notes', { directory: 'linked' })).error.code).toBe('OUTSIDE_VAULT')
      expect((await call('search_notes', { query: 'secret', directory: 'linked' })).total).toBe(0)
      const batch = await call('get_notes', { identifiers: ways })
      expect(batch.failed).toBe(ways.length)
      expect(JSON.stringify(batch)).not.toContain('"secret"')
    }))

  test('and so is what is hidden, a type description, a folder and a NUL', () =>
    withVault({ ...sampleVault, '.obsidian/app.md': 'x', '.hidden.md': 'x' }, async (vaults) => {
      const refused = ['INVALID_PATH', 'NOT_FOUND']
      await expectRefusals(
        vaults,
        [
          '.obsidian/app.md',
          '.hidden.md',
          'recipes/_description.md',
          'garden',
          'a\u0000b.md',
          '',
          ' ',
        ].flatMap((path) => [
          ['get_note', { identifier: path }, [...refused, 'INVALID_ARGUMENT']] as const,
          ['append_to_note', { identifier: path, content: 'X' }, [...refused, 'INVALID_ARGUMENT']] as const,
        ]),
      )
      await expectRefusals(
        vaults,
        [
          '.obsidian/new.md',
          '.x.md',
          'recipes/_description.md',
          'garden/',
          'a\u0000b.md',
          'a\nb.md',
          `${'x'.repeat(300)}.md`,
        ].map(
          (path) =>
            [
              'create_note',
              { title: 'X', path },
              ['INVALID_PATH', 'INVALID_ARGUMENT', 'ALREADY_EXISTS'],
            ] as const,
        ),
      )
    }))
})

test('a name that exists', () =>
  withVault(sampleVault, async (vaults) => {
    await expectRefusals(vaults, [
      ['create_note', { title: 'Leeks', directory: 'garden' }, 'ALREADY_EXISTS'],
      ['create_note', { title: 'X', path: leeks }, 'ALREADY_EXISTS'],
      ['create_note', { title: 'X', path: leeks, dry_run: true }, 'ALREADY_EXISTS'],
      ['create_note', { title: 'X', path: 'garden/Leeks.MD' }, 'ALREADY_EXISTS'],
      ['create_note_type', { type_name: 'recipes', description: 'X' }, 'ALREADY_EXISTS'],
    ])
  }))

test('a stale hash, a hash that is none, and none at all', () =>
  withVault(sampleVault, async (vaults) => {
    const stale = hashOf('old')
    await expectRefusals(
      vaults,
      [stale, stale.slice(7).toUpperCase(), `partial-${stale}`].flatMap((content_hash) => [
        ['update_note', { identifier: leeks, content: 'X', content_hash }, 'CONTENT_HASH_MISMATCH'] as const,
        [
          'update_note',
          { identifier: leeks, metadata: { a: 1 }, content_hash },
          'CONTENT_HASH_MISMATCH',
        ] as const,
        [
          'append_to_note',
          { identifier: leeks, content: 'X', content_hash },
          'CONTENT_HASH_MISMATCH',
        ] as const,
        ['delete_note', { identifier: leeks, confirm: true, content_hash }, 'CONTENT_HASH_MISMATCH'] as const,
        [
          'update_note_type',
          { type_name: 'recipes', description: 'X', content_hash },
          'CONTENT_HASH_MISMATCH',
        ] as const,
      ]),
    )
    await expectRefusals(vaults, [
      ['update_note', { identifier: leeks, content: 'X', content_hash: 'sha256:' }, 'INVALID_ARGUMENT'],
      ['append_to_note', { identifier: leeks, content: 'X', content_hash: 'nonsense' }, 'INVALID_ARGUMENT'],
      ['delete_note', { identifier: leeks, confirm: true, content_hash: '' }, 'INVALID_ARGUMENT'],
      ['update_note', { identifier: leeks, content: 'X' }, 'INVALID_ARGUMENT'],
      ['update_note', { identifier: leeks, metadata: {} }, 'INVALID_ARGUMENT'],
      ['update_note_type', { type_name: 'recipes', description: 'X' }, 'INVALID_ARGUMENT'],
    ])
  }))

test('a frontmatter that cannot be read', () => {
  const odd = '---\ntitle: [open\nb: : c\n---\nBody\n'
  return withVault({ 'odd.md': odd, 'odd/_description.md': odd }, async (vaults) => {
    const { call } = vaults
    await expectRefusals(vaults, [
      [
        'update_note',
        { identifier: 'odd.md', metadata: { a: 1 }, content_hash: hashOf(odd) },
        'VALIDATION_FAILED',
      ],
      ['delete_note', { identifier: 'odd.md', reason: 'Odd', confirm: true }, 'VALIDATION_FAILED'],
    ])
    expect(await call('get_note', { identifier: 'odd.md' })).toMatchObject({
      content: 'Body\n',
      problem: expect.any(String),
    })
    expect((await call('append_to_note', { identifier: 'odd.md', content: 'More' })).error).toBeUndefined()
    expect((await call('list_note_types')).error).toBeUndefined()
  })
})

test('an empty vault answers every reading tool', () =>
  withVault({}, async ({ call }) => {
    const lists: Readonly<Record<string, string>> = {
      list_notes: 'notes',
      search_notes: 'results',
      get_tags: 'tags',
      find_broken_links: 'broken_links',
      find_references: 'references',
      list_note_types: 'note_types',
    }
    for (const [tool, list] of Object.entries(lists))
      expect(await call(tool, right[tool]), tool).toMatchObject({ [list]: [], total: 0, has_more: false })
    expect((await call('get_current_vault')).stats.notes).toBe(0)
    expect((await call('get_note', { identifier: leeks })).error).toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.any(String),
    })
    expect((await call('get_notes', { identifiers: [leeks] })).failed).toBe(1)
  }))

test('a vault whose folder is gone, before it was opened and while it is open', () =>
  withVaults({ main: sampleVault, other: sampleVault }, async (vaults) => {
    const { call, folder } = vaults
    await call('list_notes', { vault_id: 'main' })
    await rename(join(folder, 'other'), join(folder, 'other-away'))
    await rename(join(folder, 'main'), join(folder, 'main-away'))
    const inVaults = everyTool.filter(
      ([tool]) =>
        !['list_vaults', 'create_vault', 'update_vault', 'remove_vault', 'get_issues'].includes(tool),
    )
    for (const [tool, args] of inVaults) {
      for (const vault_id of ['main', 'other']) {
        const { error } = await call(tool, { ...args, vault_id })
        expect(error, `${tool} in ${vault_id}`).toMatchObject({
          code: 'VAULT_UNAVAILABLE',
          hint: expect.any(String),
        })
      }
    }
    expect((await call('list_vaults')).vaults).toHaveLength(2)
    await rename(join(folder, 'main-away'), join(folder, 'main'))
    expect((await call('get_note', { identifier: leeks })).title).toBe('Leeks')
    expect(await hashFiles(join(folder, 'main'))).toEqual(await hashFiles(join(folder, 'other-away')))
  }))

test('a directory that is not there', () =>
  withVault(sampleVault, async ({ call }) => {
    expect(await call('list_notes', { directory: 'gardn' })).toMatchObject({
      notes: [],
      total: 0,
      message: expect.stringContaining('gardn'),
    })
    expect(await call('search_notes', { query: 'leeks', directory: 'gardn' })).toMatchObject({
      results: [],
      total: 0,
    })
  }))

test.skipIf(process.platform === 'win32')('a folder that may not be written to', () =>
  withVault(sampleVault, async (vaults) => {
    const { call, at } = vaults
    await call('list_notes')
    const folders = ['garden', 'recipes', '']
    await chmod(vaults.folder, 0o755)
    for (const own of ['config', 'data']) openToAll(join(vaults.folder, own))
    for (const folder of folders) await chmod(at(folder), 0o555)
    for (const file of [leeks, 'journal.md', 'recipes/_description.md']) await chmod(at(file), 0o444)
    try {
      await asOrdinaryUser(() =>
        expectRefusals(vaults, [
          ['create_note', { title: 'X', directory: 'garden' }, 'PERMISSION_DENIED'],
          ['create_note', { title: 'X', directory: 'new/folder' }, 'PERMISSION_DENIED'],
          ['create_note_type', { type_name: 'films', description: 'X' }, 'PERMISSION_DENIED'],
          [
            'update_note_type',
            { type_name: 'recipes', description: 'X', content_hash: typeHash },
            'PERMISSION_DENIED',
          ],
          ['update_note', { identifier: leeks, content: 'X', content_hash: leeksHash }, 'PERMISSION_DENIED'],
          ['append_to_note', { identifier: 'journal', content: 'X' }, 'PERMISSION_DENIED'],
          ['upsert_note', { identifier: 'garden/new.md', content: 'X' }, 'PERMISSION_DENIED'],
          ['delete_note', { identifier: leeks, confirm: true }, 'PERMISSION_DENIED'],
          ['delete_note', { identifier: leeks, mode: 'trash', confirm: true }, 'PERMISSION_DENIED'],
          ['delete_note', { identifier: leeks, mode: 'permanent', confirm: true }, 'PERMISSION_DENIED'],
        ]),
      )
      expect((await call('get_note', { identifier: leeks })).title).toBe('Leeks')
    } finally {
      for (const folder of folders) await chmod(at(folder), 0o755)
    }
  }),
)

test.skipIf(process.platform === 'win32')('a note that may not be read', () =>
  withVault(sampleVault, async (vaults) => {
    await vaults.call('list_notes')
    await chmod(vaults.folder, 0o755)
    await chmod(vaults.at(leeks), 0o000)
    await asOrdinaryUser(async () => {
      const { error }: Json = await vaults.call('get_note', { identifier: leeks })
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', hint: expect.any(String) })
      expect(await vaults.call('get_notes', { identifiers: [leeks, 'journal'] })).toMatchObject({
        successful: 1,
        failed: 1,
      })
    })
  }),
)

test('keys that the validator would drop, and values without end', () =>
  withVault(sampleVault, async (vaults) => {
    for (const text of ['{"a":[{"__proto__":"x"}]}', `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`]) {
      const metadata: unknown = JSON.parse(text)
      await expectRefusals(vaults, [
        ['search_notes', { query: 'x', metadata }, 'INVALID_ARGUMENT'],
        ['create_note', { title: 'T', content: '', metadata }, 'INVALID_ARGUMENT'],
      ])
    }
  }))

test('dates that are none', () =>
  withVault(sampleVault, async (vaults) => {
    const dates = ['', 'someday', '20260', '2026-1-1', '2026-02-30', '2026-01-01T25:00:00Z', '7 days', '-7d']
    await expectRefusals(
      vaults,
      dates.flatMap((date) => [
        ['list_notes', { since: date }, 'INVALID_ARGUMENT'] as const,
        ['search_notes', { query: 'x', until: date }, 'INVALID_ARGUMENT'] as const,
      ]),
    )
  }))

test('a key in the wrong place of an item is told its place, and what the item takes', () =>
  withVault({}, async ({ call }) => {
    const field = { name: 'status', type: 'select', options: ['open'] }
    const type = { type_name: 'tasks', description: 'What to do.', metadata_schema: [field] }
    expect((await call('create_note_type', type)).error).toMatchObject({
      message:
        'create_note_type: `metadata_schema[0].options` is not a parameter (did you mean `constraints.options`?).',
      hint: 'metadata_schema[0] takes name, type, required, description, constraints, default.',
    })
  }))

test('a tool without parameters says that it takes none', () =>
  withVault({}, async ({ call }) => {
    expect((await call('list_vaults', { limit: 7 })).error.hint).toBe('list_vaults takes no parameters.')
  }))
