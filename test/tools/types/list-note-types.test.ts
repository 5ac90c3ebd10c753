import { expect, test } from 'vitest'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('described types and plain folders, with their instructions and number of notes', () =>
  withVault({ ...sampleVault, 'recipes/soups/cold/gazpacho.md': 'x' }, async ({ call }) => {
    expect(await call('list_note_types')).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      note_types: [
        { name: 'garden', description: '', agent_instructions: '', note_count: 1 },
        {
          name: 'recipes',
          description: 'What we cook, and how it went.',
          agent_instructions: '- Ask for the number of servings\n- Link the garden notes of each vegetable',
          note_count: 2,
        },
      ],
      total: 2,
      has_more: false,
    })
  }))

test('a type that somebody has just described is there at once, by pages too', () =>
  withVault(sampleVault, async ({ call, write }) => {
    await write('films/_description.md', '# Films\n\n## Purpose\nSeen.\n')
    const first = await call('list_note_types', { limit: 1 })
    expect(first).toMatchObject({
      total: 3,
      has_more: true,
      note_types: [{ name: 'films', description: 'Seen.' }],
    })
    const second = await call('list_note_types', { limit: 2, cursor: first.next_cursor })
    expect(second).toMatchObject({ has_more: false, note_types: [{ name: 'garden' }, { name: 'recipes' }] })
  }))

test('an empty vault has none', () =>
  withVault({}, async ({ call }) => {
    expect(await call('list_note_types')).toMatchObject({ note_types: [], total: 0, has_more: false })
  }))
