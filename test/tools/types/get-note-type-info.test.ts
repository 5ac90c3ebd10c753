import { expect, test } from 'vitest'
import { hashOf } from '../../support/hash-files.ts'
import { lines } from '../../support/lines.ts'
import { column } from '../../support/plain.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('purpose, instructions and schema, with the hash for changing them', () =>
  withVault(sampleVault, async ({ call }) => {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(await call('get_note_type_info', { type_name: 'recipes' })).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      type_name: 'recipes',
      description: 'What we cook, and how it went.',
      agent_instructions: '- Ask for the number of servings\n- Link the garden notes of each vegetable',
      metadata_schema: [
        field('servings', 'number', 'How many it feeds', { min: 1, max: 12 }, true),
        field('course', 'select', 'Part of the meal', { options: ['starter', 'main', 'dessert'] }),
        field('cooked', 'date', 'When it was last made'),
        field('vegan', 'boolean', 'No animal products'),
        field('source', 'string', 'Where it comes from', { pattern: '^[a-z ]+$' }),
        field('steps', 'array', 'The steps in short', { min: 1, max: 3 }),
      ],
      content_hash: hashOf(sampleVault['recipes/_description.md']),
      path: 'recipes/_description.md',
      created: time,
      updated: time,
    })
  }))

function field(name: string, type: string, description: string, constraints?: object, required = false) {
  return { name, type, required, description, ...(constraints !== undefined && { constraints }) }
}

test('what in the schema cannot be read is named', () =>
  withVault(
    {
      't/_description.md': lines(
        '# T',
        '## Metadata Schema',
        '- a: A (required, nmber)',
        '- b: B (optional, select)',
      ),
    },
    async ({ call }) => {
      const { problems, metadata_schema } = await call('get_note_type_info', { type_name: 't' })
      expect(metadata_schema).toHaveLength(2)
      expect(problems).toEqual([expect.stringContaining('nmber'), expect.stringContaining('options')])
    },
  ))

test('every name that list_note_types gives is known, a plain folder’s too', () =>
  withVault(
    { ...sampleVault, 'empty/x.png': '', 'ideas/deep/one.md': '', 'root.md': '' },
    async ({ call, write }) => {
      const { note_types: types } = await call('list_note_types')
      expect(column(types, 'name')).toEqual(['garden', 'ideas', 'recipes'])
      for (const { name, agent_instructions } of types) {
        const info = await call('get_note_type_info', { type_name: name })
        expect(info).toMatchObject({ type_name: name, agent_instructions })
        expect(info.message === undefined).toBe(name === 'recipes')
      }
      expect((await call('get_note_type_info', { type_name: 'empty' })).error.code).toBe('TYPE_NOT_FOUND')
      await write('ideas/_description.md', '# Ideas\n')
      expect(await call('get_note_type_info', { type_name: 'ideas' })).toHaveProperty('content_hash')
    },
  ))

test('an unknown type names the known ones and the nearest', () =>
  withVault(sampleVault, async ({ call }) => {
    for (const type_name of ['recips', '../recipes', '/', 'garden/beds']) {
      const { error } = await call('get_note_type_info', { type_name })
      expect(error, type_name).toMatchObject({
        code: 'TYPE_NOT_FOUND',
        known_types: ['recipes'],
        hint: expect.stringContaining('create_note_type'),
      })
    }
    expect((await call('get_note_type_info', { type_name: 'recips' })).error.nearest).toBe('recipes')
  }))
