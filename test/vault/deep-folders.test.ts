import { mkdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withVault } from '../support/with-vault.ts'

test.each([
  ['folders', 'Y/'.repeat(1_500) + 'D', '1500 folders'],
  ['characters', '[' + 'x'.repeat(2_000) + ']', '2000 characters'],
])('a format of daily notes that makes too many %s is refused with what mends it', (_what, format, made) =>
  withVault({ '.obsidian/daily-notes.json': JSON.stringify({ format }), 'a.md': '' }, async ({ call }) => {
    const { error } = await call('open_daily_note')
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(made),
      hint: expect.stringContaining('.obsidian/daily-notes.json'),
    })
    expect((await call('list_notes')).total).toBe(1)
  }),
)

test('a path that needs a hundred new folders is refused, whichever tool is to make them', () =>
  withVault({ 'a.md': '', '_raw/x.md': '' }, async ({ call, at, folder }) => {
    const deep = 'a/'.repeat(150)
    for (const [tool, args] of [
      ['create_note', { title: 'x', path: `${deep}x.md` }],
      ['upsert_note', { identifier: `${deep}x.md`, content: 'x' }],
      ['move_note', { identifier: 'a.md', to: `${deep}x.md`, create_folders: true }],
      ['create_vault', { vault_id: 'deep', name: 'Deep', path: `${folder}/${deep}` }],
    ] as const) {
      const { error } = await call(tool, args)
      expect(error, tool).toMatchObject({
        code: 'INVALID_PATH',
        message: expect.stringMatching(/needs 15\d new folders/),
        hint: expect.stringContaining('at most 100'),
      })
    }
    await mkdir(at(deep), { recursive: true })
    expect((await call('create_note', { title: 'x', path: `${deep}x.md` })).error).toBeUndefined()
  }))
