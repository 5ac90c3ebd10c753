import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withVaults } from '../../support/with-vault.ts'
import { sampleVault } from '../sample-vault.ts'

test('calls without vault_id go to the new vault at once', () =>
  withVaults({ one: { 'a.md': '# One\n' }, two: sampleVault }, async ({ call, folder, hub }) => {
    expect((await call('get_note', { identifier: 'a' })).title).toBe('One')
    const result = await call('switch_vault', { vault_id: 'two' })
    expect(result).toEqual({
      vault: {
        id: 'two',
        name: 'The two vault',
        path: (await hub.find('two')).root,
        description: '',
        last_used: expect.any(String),
        is_current: true,
        registered: true,
        source: 'registered',
        note_count: 3,
      },
      stats: {
        notes: 3,
        bytes: expect.any(Number),
        words: expect.any(Number),
        links: 3,
        broken_links: 1,
        tags: 3,
        files: 0,
      },
      note_types: [
        {
          name: 'recipes',
          description: 'What we cook, and how it went.',
          agent_instructions: '- Ask for the number of servings\n- Link the garden notes of each vegetable',
          note_count: 1,
        },
      ],
      message: expect.stringContaining('The two vault'),
    })
    expect((await call('get_note', { identifier: 'Leeks' })).vault).toMatchObject({
      id: 'two',
      is_current: true,
    })
    expect((await call('get_note', { identifier: 'a', vault_id: 'one' })).vault).toMatchObject({
      id: 'one',
      is_current: false,
    })
    expect(await readFile(join(folder, 'config/config.yml'), 'utf8')).toMatch(/"?current_vault"?: ?"?two/)
  }))

test('an unknown vault leaves the active one as it is', () =>
  withVaults({ one: {}, two: {} }, async ({ call }) => {
    expect((await call('switch_vault', { vault_id: 'tow' })).error).toMatchObject({
      code: 'VAULT_NOT_FOUND',
      hint: expect.any(String),
    })
    expect((await call('get_current_vault')).vault.id).toBe('one')
  }))
