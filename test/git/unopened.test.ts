import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Clone, withTwo } from '../support/with-clones.ts'

const files = { 'n.md': '# N\n' }

/** The databases of a clone's vault, without which it is not open. */
async function databases({ folder }: Clone): Promise<readonly string[]> {
  const all = await readdir(`${folder}.data`, { recursive: true })
  return all.filter((path) => path.includes('.sqlite'))
}

/** Has flint open the vault once, which it takes for itself then, and forgets what it opened. */
async function known(clone: Clone): Promise<void> {
  await clone.flint('sync')
  expect(await databases(clone)).not.toEqual([])
  for (const path of await databases(clone)) await rm(join(`${clone.folder}.data`, path))
}

test('what git alone can tell is told without opening the vault', () =>
  withTwo(files, async (ada, bob) => {
    await known(bob)
    expect((await bob.flint('git', 'status')).stdout).toContain('changed    nothing')
    expect((await bob.flint('sync')).stdout).toBe('Nothing to commit.\norigin has it all.\n')
    await bob.write('mine.md', '# Mine\n')
    expect(JSON.parse((await bob.flint('git', 'status', '--json')).stdout)).toEqual({
      vault: { id: 'bob', name: 'bob', is_current: true },
      ...{ state: 'ready', branch: 'main', remote: 'origin', ahead: 0, behind: 0 },
      ...{
        changed: ['mine.md'],
        changed_count: 1,
        conflicts: [],
        repositories: [],
        merges_notes: false,
        refused: [],
      },
    })
    expect(await databases(bob)).toEqual([])
    // The fetch that was begun goes on in the vault, once it is open.
    await ada.send({ 'hers.md': '# Hers\n' })
    expect((await bob.flint('sync')).stdout).toBe('1 file committed.\n1 file received.\nSent to origin.\n')
    expect(await databases(bob)).not.toEqual([])
  }))

test('a repository that is sent nowhere is in step where all is committed', () =>
  withTwo(files, async (_, bob) => {
    await known(bob)
    bob.git('remote', 'remove', 'origin')
    expect((await bob.flint('sync')).stdout).toBe('Nothing to commit.\nNo remote to send to.\n')
    expect(await databases(bob)).toEqual([])
    await bob.write('mine.md', '# Mine\n')
    expect((await bob.flint('sync')).stdout).toBe('1 file committed.\nNo remote to send to.\n')
    expect(bob.git('show', 'HEAD:mine.md')).toBe('# Mine\n')
  }))

test('nothing is asked of git past the settings of the vault, or where its notes are gone', () =>
  withTwo(files, async (ada, bob) => {
    await known(bob)
    await bob.flint('search', 'larches')
    await ada.send({ '.flint-note/config.yml': 'permissions:\n  write: deny\n' })
    bob.git('pull', '--quiet')
    expect((await bob.flint('sync')).stderr).toContain('PERMISSION_DENIED')
    await bob.remove('n.md')
    const { code, stderr } = await bob.flint('git', 'status')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('VAULT_UNAVAILABLE') })
  }))

test('a remote that cannot be reached is told by the sync itself', () =>
  withTwo(files, async (_, bob) => {
    await known(bob)
    bob.git('remote', 'set-url', 'origin', join(bob.folder, '../none.git'))
    const { code, stderr } = await bob.flint('sync')
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"origin" is no repository that can be found there'),
    })
  }))
