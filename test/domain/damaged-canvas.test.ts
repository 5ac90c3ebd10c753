import { expect, test } from 'vitest'
import { withVault } from '../support/with-vault.ts'

const canvas = '{"nodes":[{"id":"1","type":"file","file":"a.md"}]}'

test('a canvas with a byte-order mark has links, and they follow', () =>
  withVault({ 'a.md': 'a\n', 'bom.canvas': `\uFEFF${canvas}` }, async ({ call, read }) => {
    const moved = await call('move_note', { identifier: 'a.md', to: 'b.md' })
    expect(moved.updated_references).toMatchObject([{ id: 'bom.canvas', links: 1 }])
    expect(await read('bom.canvas')).toBe(`\uFEFF${canvas.replace('a.md', 'b.md')}`)
    expect((await call('check_vault_health')).unparsable).toEqual([])
  }))

test('a canvas that is no JSON is told among what cannot be read, until it is mended', () =>
  withVault(
    { 'a.md': 'a\n', 'bad.canvas': canvas.replace(']}', ',]}') },
    async ({ call, write, restart }) => {
      const told = [{ path: 'bad.canvas', problem: expect.stringContaining('JSON') }]
      const health = await call('check_vault_health')
      expect(health).toMatchObject({ unparsable: told, counts: { unparsable: 1 } })
      expect((await call('get_vault_info', { detailed: true })).unparsable).toEqual(told)
      await restart(() => write('bad.canvas', canvas))
      expect((await call('check_vault_health')).unparsable).toEqual([])
    },
  ))

test('an empty canvas is a new one', () =>
  withVault({ 'empty.canvas': '' }, async ({ call }) => {
    expect((await call('check_vault_health')).unparsable).toEqual([])
  }))
