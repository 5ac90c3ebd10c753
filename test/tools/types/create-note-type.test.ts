import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

const films = {
  type_name: 'films',
  description: 'Films we saw.',
  agent_instructions: '- Ask who came along',
  metadata_schema: [
    {
      name: 'stars',
      type: 'number',
      required: true,
      description: 'How good',
      constraints: { min: 0, max: 5 },
    },
    { name: 'seen', type: 'date', required: false, description: 'When' },
    {
      name: 'where',
      type: 'select',
      description: 'Place',
      constraints: { options: ['home', 'cinema'] },
      default: 'home',
    },
    {
      name: 'code',
      type: 'string',
      description: 'Of the library',
      constraints: { pattern: '^[A-Z]{2}-\\d+$' },
    },
    { name: 'friends', type: 'array', description: 'Who came' },
    { name: 'again', type: 'boolean', description: 'Once more?' },
  ],
}

test('the description is written, read back as it was given, and notes are checked against it', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const result = await call('create_note_type', films)
    const text = await read('films/_description.md')
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      type_name: 'films',
      path: 'films/_description.md',
      content_hash: hashOf(text),
      change_id: expect.any(String),
      diff: expect.stringContaining('+Films we saw.'),
      lines_changed: '+16 -0',
    })
    const info = await call('get_note_type_info', { type_name: 'films' })
    expect(info).toMatchObject({
      description: films.description,
      agent_instructions: films.agent_instructions,
    })
    expect(info.metadata_schema).toEqual(
      films.metadata_schema.map((field) => ({ required: false, ...field })),
    )
    expect(info).not.toHaveProperty('problems')
    const bad = { type: 'films', title: 'X', metadata: { stars: 9, code: 'x' } }
    expect((await call('create_note', bad)).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'stars' }, { field: 'code' }],
    })
    const good = await call('create_note', { ...bad, metadata: { stars: 4, code: 'AB-1' } })
    expect(good).toMatchObject({ type: 'films', agent_instructions: films.agent_instructions })
    expect((await call('get_note', { identifier: good.id })).metadata.where).toBe('home')
  }))

test('a type may lie in another one, and its notes follow the nearest', () =>
  withVault(sampleVault, async ({ call }) => {
    await call('create_note_type', { type_name: 'recipes/cakes', description: 'Sweet.' })
    const { type, id } = await call('create_note', { type: 'recipes/cakes', title: 'Plum cake' })
    expect({ type, id }).toEqual({ type: 'recipes/cakes', id: 'recipes/cakes/plum-cake.md' })
  }))

test('a type that is there, or a name that is no folder, is refused and nothing is written', () =>
  withVault(sampleVault, async ({ call, folder }) => {
    const before = await hashFiles(`${folder}/main`)
    expect((await call('create_note_type', { ...films, type_name: 'recipes' })).error).toMatchObject({
      code: 'ALREADY_EXISTS',
      path: 'recipes/_description.md',
      hint: expect.stringContaining('update_note_type'),
    })
    for (const type_name of ['../out', '/etc', 'a//b', '.hidden', 'a:b', 'con\u0000', 'x.', '_x']) {
      const { error } = await call('create_note_type', { ...films, type_name })
      expect(error, type_name).toMatchObject({ code: 'INVALID_ARGUMENT', hint: expect.any(String) })
    }
    const schema = [{ name: 'a', type: 'text', description: '' }]
    expect((await call('create_note_type', { ...films, metadata_schema: schema })).error.problems).toEqual([
      {
        parameter: 'metadata_schema[0].type',
        message: expect.stringContaining('one of string, number, boolean, date, array, select'),
        example: 'string',
      },
    ])
    expect(await hashFiles(`${folder}/main`)).toEqual(before)
  }))

test('a field may have the name of something that every object has', () =>
  withVault(sampleVault, async ({ call, read }) => {
    const field = (name: string, given: unknown) => ({ name, type: 'string', required: true, default: given })
    const made = await call('create_note_type', {
      type_name: 'cars',
      description: 'Cars.',
      metadata_schema: [field('constructor', 'Ferrari'), field('toString', 'red')],
    })
    expect(made.error).toBeUndefined()
    const { id } = await call('create_note', { type: 'cars', title: 'x' })
    expect(await read(id)).toContain('constructor: Ferrari\ntoString: red\n')
    const asked = { metadata_filters: [{ key: 'constructor', operator: 'exists' }] }
    await call('create_note', { type: 'cars', title: 'a', metadata: { constructor: 'Zagato' } })
    const sorted = await call('search_notes_advanced', { ...asked, sort: [{ field: 'constructor' }] })
    expect(sorted.results.map(({ id: one }: { id: string }) => one)).toEqual(['cars/x.md', 'cars/a.md'])
    const refused = { code: 'INVALID_ARGUMENT', message: 'No key may be called __proto__.' }
    const schema = [{ name: '__proto__', type: 'string' }]
    const type = { type_name: 'odd', description: 'Odd.', metadata_schema: schema }
    expect((await call('create_note_type', type)).error).toMatchObject(refused)
    const value = JSON.stringify(schema)
    const change = { type_name: 'cars', field: 'metadata_schema', value, content_hash: 'x' }
    expect((await call('update_note_type', change)).error).toMatchObject(refused)
  }))

test('a description is needed, be it a blank one, unless the settings ask for none', async () => {
  const named = { type_name: 'films' }
  await withVault(sampleVault, async ({ call }) => {
    for (const given of [{}, { description: '' }, { description: ' \n' }])
      expect((await call('create_note_type', { ...named, ...given })).error.code).toBe('INVALID_ARGUMENT')
  })
  const settings = { '.flint-note/config.yml': 'note_types:\n  require_descriptions: false\n' }
  await withVault({ ...sampleVault, ...settings }, async ({ call }) => {
    expect((await call('create_note_type', named)).path).toBe('films/_description.md')
    expect(await call('get_note_type_info', named)).toMatchObject({ description: '', metadata_schema: [] })
    expect((await call('create_note', { type: 'films', title: 'X' })).id).toBe('films/x.md')
  })
})

test('a name that notes have, or that flint keeps for itself, is refused', () =>
  withVault({}, async ({ call, at }) => {
    for (const name of [
      'inbox.md',
      'work/Plan.MD',
      'board.canvas',
      'raw',
      'raw/papers',
      'archives',
      'Archives/x',
    ])
      expect(
        (await call('create_note_type', { type_name: name, description: 'd' })).error,
        name,
      ).toMatchObject({
        code: 'INVALID_ARGUMENT',
        hint: expect.stringContaining('meetings'),
      })
    expect(await readdir(at('.'))).not.toContain('inbox.md')
    expect(await call('capture_to_inbox', { text: 'kept' })).not.toHaveProperty('error')
  }))

test('a schema with two fields of one name is refused', () =>
  withVault({}, async ({ call, write }) => {
    const twice = [
      { name: 'x', type: 'number' },
      { name: 'x', type: 'boolean' },
    ]
    const refused = {
      code: 'VALIDATION_FAILED',
      field: 'x',
      message: expect.stringContaining('two fields named `x`'),
    }
    expect(
      (await call('create_note_type', { type_name: 'dup', description: 'd', metadata_schema: twice })).error,
    ).toMatchObject(refused)
    await write('dup/_description.md', '# Dup\n\n## Metadata Schema\n- x: (number)\n- x: (boolean)\n')
    const info = await call('get_note_type_info', { type_name: 'dup' })
    expect(info.problems).toEqual([expect.stringContaining('described twice; the first one counts')])
    const changed = { type_name: 'dup', metadata_schema: twice, content_hash: info.content_hash }
    expect((await call('update_note_type', changed)).error).toMatchObject(refused)
  }))

test('instructions are kept as they were given; what the file cannot hold so is said', () =>
  withVault({}, async ({ call }) => {
    const make = async (name: string, instructions: string) => {
      const made = await call('create_note_type', {
        type_name: name,
        description: 'd',
        agent_instructions: instructions,
      })
      const info = await call('get_note_type_info', { type_name: name })
      return { warnings: made.warnings, instructions: info.agent_instructions, hash: info.content_hash }
    }
    for (const [index, kept] of [
      '### Style\n\nBe brief.',
      '```md\n# In code\n\nTitle\n=====\n```',
      '---\n\nA rule above.',
    ].entries())
      expect(await make(`kept-${index}`, kept)).toMatchObject({ warnings: undefined, instructions: kept })
    const lowered = await make('lowered', '## Style\n\nBe brief.')
    expect(lowered.instructions).toBe('### Style\n\nBe brief.')
    expect(lowered.warnings).toEqual([expect.stringContaining('Headings of the instructions')])
    const block = await make('block', '---\nmetadata: 1\nother: 2\n---\nBody')
    expect(block.instructions).toBe('---\nmetadata: 1\nother: 2\n\n---\nBody')
    expect(block.warnings).toHaveLength(1)
    const updated = await call('update_note_type', {
      type_name: 'block',
      instructions: '# Anew',
      content_hash: block.hash,
    })
    expect(updated.warnings).toHaveLength(1)
  }))
