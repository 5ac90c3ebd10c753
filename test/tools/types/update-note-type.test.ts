import { expect, test } from 'vitest'
import { hashFiles, hashOf } from '../../support/hash-files.ts'
import { withVault } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

const before = `${sampleVault['recipes/_description.md']}\n## Notes of our own\n\nKeep this.\n`
const vault = { ...sampleVault, 'recipes/_description.md': before }
const type_name = 'recipes'
const content_hash = hashOf(before)

test('one part is changed and the rest of the file stays', () =>
  withVault(vault, async ({ call, read }) => {
    const result = await call('update_note_type', {
      type_name,
      instructions: '- Weigh everything',
      content_hash,
    })
    const text = await read('recipes/_description.md')
    expect(text).toBe(before.replace(/- Ask for[^]*?vegetable\n/, '- Weigh everything\n'))
    expect(result).toEqual({
      vault: { id: 'main', name: 'The main vault', is_current: true },
      type_name,
      path: 'recipes/_description.md',
      updated: true,
      content_hash: hashOf(text),
      change_id: expect.any(String),
      diff: expect.stringContaining('+- Weigh everything'),
      lines_changed: '+1 -2',
    })
    const note = await call('get_note', { identifier: 'recipes/leek-soup.md' })
    expect(note.agent_instructions).toBe('- Weigh everything')
  }))

test('several parts at once; the schema as a whole', () =>
  withVault(vault, async ({ call, read }) => {
    const metadata_schema = [{ name: 'guests', type: 'number', required: true, description: 'How many' }]
    const args = { type_name, description: 'Food.', instructions: '- Taste', metadata_schema, content_hash }
    expect((await call('update_note_type', args)).updated).toBe(true)
    expect(await call('get_note_type_info', { type_name })).toMatchObject({
      description: 'Food.',
      agent_instructions: '- Taste',
      metadata_schema,
    })
    expect(await read('recipes/_description.md')).toContain('Keep this.')
  }))

test('the older form with field and value does the same', () =>
  withVault(vault, async ({ call }) => {
    let hash = content_hash
    const schema = JSON.stringify([{ name: 'g', type: 'number', required: false, description: '' }])
    for (const [field, value] of [
      ['instructions', '- Old form'],
      ['description', 'Older.'],
      ['metadata_schema', schema],
    ]) {
      const result = await call('update_note_type', { type_name, field, value, content_hash: hash })
      expect(result.updated, field).toBe(true)
      hash = result.content_hash
    }
    expect(await call('get_note_type_info', { type_name })).toMatchObject({
      description: 'Older.',
      agent_instructions: '- Old form',
      metadata_schema: [{ name: 'g' }],
    })
  }))

test('a stale hash, no hash, nothing to change or half of the older form change nothing', () =>
  withVault(vault, async ({ call, folder }) => {
    const files = await hashFiles(`${folder}/main`)
    const stale = await call('update_note_type', { type_name, description: 'X', content_hash: hashOf('old') })
    expect(stale.error).toMatchObject({
      code: 'CONTENT_HASH_MISMATCH',
      current_hash: content_hash,
      provided_hash: hashOf('old'),
      hint: expect.stringContaining('get_note_type_info'),
    })
    for (const args of [
      { description: 'X' },
      { content_hash },
      { field: 'description', content_hash },
      { value: 'X', content_hash },
      { field: 'metadata_schema', value: 'not json', content_hash },
    ]) {
      const { error } = await call('update_note_type', { type_name, ...args })
      expect(error, JSON.stringify(args)).toMatchObject({
        code: 'INVALID_ARGUMENT',
        hint: expect.any(String),
      })
    }
    const unknown = await call('update_note_type', { type_name: 'recipe', description: 'X', content_hash })
    expect(unknown.error).toMatchObject({ code: 'TYPE_NOT_FOUND', nearest: 'recipes' })
    expect(await hashFiles(`${folder}/main`)).toEqual(files)
  }))
