import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkMetadata } from '../../src/markdown/types/check-metadata.ts'
import { fillMetadata } from '../../src/markdown/types/fill-metadata.ts'
import { parseNoteTypeFile, renderNoteTypeFile } from '../../src/markdown/types/note-type-file.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { parseNote } from '../../src/markdown/read/parse-note.ts'
import { layOutVault } from '../../src/vault/lay-out-vault.ts'
import { readVaultConfig } from '../../src/settings/read-vault-config.ts'
import { defaultNoteTypes } from '../../src/vault/default-note-types.ts'
import { readVaultSettings } from '../../src/settings/read-vault-settings.ts'
import { zkLayout } from '../../src/vault/zk-layout.ts'
import { withFolder } from '../support/with-folder.ts'

test('the default types are these, each with instructions', () => {
  expect(defaultNoteTypes.map(({ name }) => name)).toEqual([
    'daily',
    'reading',
    'todos',
    'projects',
    'goals',
    'general',
  ])
  for (const { instructions } of defaultNoteTypes) expect(instructions).toMatch(/^(?:- .+\n?){3,}$/)
})

test('the fields of the default types', () => {
  const fields = defaultNoteTypes.flatMap(({ name, schema }) =>
    schema.map((field) => {
      const { min, max, options } = field.constraints ?? {}
      const limits = [min === undefined ? '' : ` from ${min}`, max === undefined ? '' : ` to ${max}`].join('')
      const choice = options === undefined ? '' : ` ${options.join('|')}`
      return `${name}.${field.name}${field.required ? '!' : ''} ${field.type}${limits}${choice}`
    }),
  )
  expect(fields.join('\n')).toMatchInlineSnapshot(`
    "daily.date! date
    daily.mood select excellent|good|neutral|challenging|difficult
    daily.energy_level number from 1 to 10
    daily.tags array
    reading.title! string
    reading.author! string
    reading.type! select book|article|paper|blog_post|documentation
    reading.status! select to_read|reading|completed|abandoned
    reading.rating! number from 1 to 5
    reading.tags array
    reading.isbn string
    reading.url string
    reading.published_date date
    todos.title! string
    todos.priority! select low|medium|high|urgent
    todos.status! select not_started|in_progress|completed|on_hold|cancelled
    todos.due_date date
    todos.tags array
    todos.estimated_time number from 1
    projects.title! string
    projects.status! select planning|active|on_hold|completed|cancelled
    projects.priority select low|medium|high
    projects.start_date date
    projects.target_date date
    projects.team_members array
    projects.tags array
    goals.title! string
    goals.category! select personal|professional|health|financial|learning|relationships
    goals.timeline! select short_term|medium_term|long_term
    goals.status! select not_started|in_progress|achieved|on_hold|abandoned
    goals.target_date date
    goals.progress number from 0 to 100
    goals.tags array"
  `)
})

test.each(defaultNoteTypes.map((type) => [type.name, type] as const))(
  'the file of %s is read back as it was meant',
  (name, type) => {
    expect(parseNoteTypeFile(name, renderNoteTypeFile(type))).toEqual({ ...type, problems: [] })
  },
)

test('a note of a default type lacks only what nobody can guess', () => {
  const missing = defaultNoteTypes.map(({ name, schema }) => {
    const now = new Date('2026-01-02T03:04:05Z')
    const filled = fillMetadata({ title: 'T', type: name, tags: [], given: {}, schema, isZk: false, now })
    const { errors, warnings } = checkMetadata(schema, filled, { strict: true })
    expect(warnings).toEqual([])
    return [name, errors.map(({ field }) => field)]
  })
  expect(Object.fromEntries(missing)).toEqual({
    daily: [],
    reading: ['author', 'rating'],
    todos: [],
    projects: [],
    goals: [],
    general: [],
  })
})

test('the welcome note names every type and links to nothing that is not there', () =>
  withFolder({}, async (root) => {
    const vault = {
      id: 'notes' as VaultId,
      name: 'My "Notes": #1',
      description: '',
      types: 'default',
    } as const
    await layOutVault(root, vault, new Date('2026-01-02T03:04:05Z'))
    const text = await readFile(join(root, 'general/welcome.md'), 'utf8')
    const { title, frontmatter, links } = parseNote(text)
    expect(title).toBe('Welcome to My "Notes": #1')
    expect(frontmatter.problem).toBeNull()
    expect(frontmatter.data).toMatchObject({ type: 'general', tags: [], created: '2026-01-02T03:04:05Z' })
    expect(links).toEqual([])
    for (const { name } of defaultNoteTypes) expect(text).toContain(`\`${name}/\``)
  }))

test('laying out a vault touches nothing that is there', () =>
  withFolder({ 'daily/_description.md': 'mine', 'general/': '' }, async (root) => {
    const vault = { id: 'notes' as VaultId, name: 'Notes', description: '', types: 'default' } as const
    await layOutVault(root, vault, new Date())
    expect(await readFile(join(root, 'daily/_description.md'), 'utf8')).toBe('mine')
    expect(await readFile(join(root, 'general/_description.md'), 'utf8')).toContain('# General')
    expect((await readVaultConfig({ root, registered: true })).config).toMatchObject({
      vault_id: 'notes',
      name: 'Notes',
    })
  }))

test('the layout for zk is a notebook whose settings are read without a problem', () =>
  withFolder({}, async (root) => {
    const vault = { id: 'notes' as VaultId, name: 'Notes', description: '', types: 'zk' } as const
    await layOutVault(root, vault, new Date())
    expect((await readdir(root)).sort()).toEqual(
      ['.flint-note', '.zk', ...zkLayout.folders.filter((name) => !name.startsWith('.')), 'inbox.md'].sort(),
    )
    const settings = await readVaultSettings({ root, registered: true })
    expect(settings).toMatchObject({
      kind: 'zk',
      filename: 'slug',
      linkStyle: 'wikilink',
      dailyFolder: 'daily',
      dailyFormat: 'YYYY-MM-DD',
      dailyTemplate: '.zk/templates/daily.md',
      templatesFolder: '.zk/templates',
      problems: [],
    })
    // Every template that the config names is there, and every folder of a group.
    const rules = [settings.zk, ...(settings.zk?.groups ?? [])]
    for (const rule of rules) expect(Object.keys(zkLayout.files)).toContain(rule?.template)
    for (const group of settings.zk?.groups ?? []) {
      for (const path of group.paths) expect(zkLayout.folders).toContain(path)
    }
  }))
