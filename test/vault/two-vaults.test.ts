import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { Coordination } from '../../src/locks/coordination.ts'
import type { VaultId } from '../../src/model/ids.ts'
import { withOtherProcess } from '../support/other-process.ts'
import { column } from '../support/plain.ts'
import { until } from '../support/until.ts'
import { withVaults, type Files } from '../support/with-vault.ts'

/** The same ids and words of its own in each vault. */
const filesOf = (name: string): Files => ({
  'plan.md': `# Plan\n\nThe ${name} plan. See [[notes/site]].\n`,
  'notes/site.md': `---\ntags: [${name}tag]\n---\n# Site\n\nOnly ${name}word here.\n`,
  'notes/_description.md': `# Notes\n\n## Purpose\nFor ${name}.\n\n## Agent Instructions\n- mind the ${name}\n`,
})
const both = { red: filesOf('red'), blue: filesOf('blue') }

test('reading, searching, links and tags of two vaults with the same ids never cross', () =>
  withVaults(both, async ({ call }) => {
    const ask = async (vault_id: string) => {
      const [note, found, backlinks, tags, listed] = await Promise.all([
        call('get_note', { vault_id, identifier: 'notes/site.md' }),
        call('search_notes', { vault_id, query: 'plan site' }),
        call('get_backlinks', { vault_id, identifier: 'notes/site.md' }),
        call('get_tags', { vault_id }),
        call('list_notes', { vault_id }),
      ])
      return { note, found, backlinks, tags, listed }
    }
    const rounds = Array.from({ length: 10 }, (_, round) => (round % 2 === 0 ? 'red' : 'blue'))
    for (const [index, answer] of (await Promise.all(rounds.map(ask))).entries()) {
      const own = rounds[index]!
      const other = own === 'red' ? 'blue' : 'red'
      expect(answer.note.content).toContain(`${own}word`)
      expect(answer.note.agent_instructions).toContain(`mind the ${own}`)
      expect(column(answer.found.results, 'id')).toContain('plan.md')
      expect(answer.backlinks.backlinks).toHaveLength(1)
      expect(answer.listed.total).toBe(2)
      for (const part of Object.values(answer)) {
        expect(part.vault.id).toBe(own)
        expect(JSON.stringify({ ...part, vault: null })).not.toContain(other)
      }
    }
  }))

test('interleaved writes by two clients in two processes land each in its own vault', () =>
  withVaults(both, ({ call, read, folder, hub }) =>
    withOtherProcess(folder, async (other) => {
      const writes = Array.from({ length: 12 }, (_, number) => {
        const vault_id = number % 2 === 0 ? 'red' : 'blue'
        const client = number % 3 === 0 ? call : other.call
        return client('append_to_note', {
          vault_id,
          identifier: 'plan.md',
          content: `${vault_id}-line-${number}`,
        })
      })
      expect(column(await Promise.all(writes), 'error').filter(Boolean)).toEqual([])
      for (const vault of ['red', 'blue']) {
        const lines = (await read('plan.md', vault)).split('\n').filter((line) => line.includes('-line-'))
        expect(lines).toHaveLength(6)
        expect(lines.every((line) => line.startsWith(vault))).toBe(true)
        for (const client of [call, other.call]) {
          const found = await client('search_notes', { vault_id: vault, query: `"${lines[0]!}"` })
          expect(column(found.results, 'id')).toEqual(['plan.md'])
        }
      }
      const [red, blue] = await Promise.all([hub.open('red' as VaultId), hub.open('blue' as VaultId)])
      expect(red.indexFile).not.toBe(blue.indexFile)
    }),
  ))

test('a hash of one vault does not authorise a change in the other', () =>
  withVaults(both, async ({ call, read }) => {
    const { content_hash } = await call('get_note', { vault_id: 'red', identifier: 'plan.md' })
    const before = await read('plan.md', 'blue')
    const args = { identifier: 'plan.md', content: 'x', content_hash }
    expect((await call('update_note', { vault_id: 'blue', ...args })).error.code).toBe(
      'CONTENT_HASH_MISMATCH',
    )
    expect(await read('plan.md', 'blue')).toBe(before)
    expect((await call('update_note', { vault_id: 'red', ...args })).updated).toBe(true)
  }))

test('each watcher tells of its own vault alone', () =>
  withVaults(both, async ({ call, write, hub }) => {
    const seen: Record<string, string[]> = { red: [], blue: [] }
    for (const id of ['red', 'blue']) {
      const vault = await hub.open(id as VaultId)
      await vault.index.settled(5_000)
      vault.index.onChanged((paths) => seen[id]?.push(...paths))
    }
    await write('notes/site.md', 'freshword\n', 'blue')
    await until('the edit is found', async () => {
      const found = await call('search_notes', { vault_id: 'blue', query: 'freshword' })
      return found.total === 1
    })
    await until('it is told', () => seen['blue']?.length !== 0)
    expect(new Set(seen['blue'])).toEqual(new Set(['notes/site.md']))
    expect(seen['red']).toEqual([])
    expect((await call('search_notes', { vault_id: 'red', query: 'freshword' })).total).toBe(0)
  }))

test('a write waits for the lock of its own vault alone', () =>
  withVaults(both, async ({ call, hub, read }) => {
    const red = await hub.open('red' as VaultId)
    const others = new Coordination(dirname(red.indexFile))
    const held = await others.acquire('write', { waitMs: 1_000 })
    const append = (vault_id: string) =>
      call('append_to_note', { vault_id, identifier: 'plan.md', content: 'added' })
    const waiting = append('red')
    expect((await append('blue')).error).toBeUndefined()
    expect(await read('plan.md', 'blue')).toContain('added')
    expect(await read('plan.md', 'red')).not.toContain('added')
    held.release()
    expect((await waiting).error).toBeUndefined()
    expect(await read('plan.md', 'red')).toContain('added')
    others.close()
  }))

test('a search over all vaults names the vault of each hit', () =>
  withVaults(both, async ({ call }) => {
    await Promise.all(['red', 'blue'].map((vault_id) => call('get_tags', { vault_id })))
    const found = await call('search_notes', { vault_id: '*', query: 'plan' })
    expect(column(found.results, 'vault_id')).toEqual(['red', 'blue'])
    expect(column(found.results, 'id')).toEqual(['plan.md', 'plan.md'])
    expect(column(found.vaults, 'id')).toEqual(['red', 'blue'])
  }))

test('a vault inside another one is no part of it, from the moment on which it is made', () =>
  withVaults({ outer: { 'a.md': 'outerword\n', 'inner/b.md': 'innerword\n' } }, ({ call, folder, at }) =>
    withOtherProcess(folder, async (other) => {
      const count = async (client: typeof call, vault_id: string, query: string) =>
        (await client('search_notes', { vault_id, query })).total
      await until('all is indexed', async () => (await count(call, 'outer', 'innerword')) === 1)
      expect(await count(other.call, 'outer', 'innerword')).toBe(1)
      await other.call('create_vault', {
        vault_id: 'inner',
        name: 'Inner',
        path: at('inner'),
        note_types: 'none',
      })
      for (const client of [other.call, call]) {
        await until(
          'the outer vault has let go of it',
          async () => (await count(client, 'outer', 'innerword')) === 0,
        )
        await until('the inner vault has it', async () => (await count(client, 'inner', 'innerword')) === 1)
      }
      expect(await count(call, 'inner', 'outerword')).toBe(0)
    }),
  ))
