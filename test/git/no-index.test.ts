import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withTwo } from '../support/with-clones.ts'

test('git commands neither make nor wait for an index, and what sync puts in place is found afterwards', () =>
  withTwo({ 'n.md': '# N\n\n[[other]]\n' }, async (ada, bob) => {
    const indexes = async () =>
      (await readdir(`${bob.folder}.data`, { recursive: true })).filter((path) =>
        path.includes('index.sqlite'),
      )
    await ada.write('other.md', '# Other\n\nOf larches.\n')
    await ada.flint('sync')
    expect((await bob.flint('git', 'status')).stdout).toContain('changed    nothing')
    await bob.write('mine.md', '# Mine\n')
    expect((await bob.flint('sync')).stdout).toBe('1 file committed.\n1 file received.\nSent to origin.\n')
    expect(await indexes()).toEqual([])
    expect((await bob.flint('search', 'larches')).stdout).toContain('other.md')
    expect(await indexes()).not.toEqual([])
  }))
