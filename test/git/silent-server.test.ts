import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchFrom } from '../../src/git/exchange.ts'
import { Repository } from '../../src/git/repository.ts'
import { type Clone, withOne } from '../support/with-clones.ts'

async function withSilent(use: (own: Clone) => Promise<void>): Promise<void> {
  await withOne({ 'a.md': '# A\n' }, async (own) => {
    const server = createServer(() => undefined)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    try {
      own.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/r.git`)
      await use(own)
    } finally {
      server.close()
    }
  })
}

test('a server that takes a call and says nothing is given up', () =>
  withSilent(async (own) => {
    const repository = await Repository.find(await realpath(own.folder))
    if (repository === null) throw new Error('There is no repository.')
    const upstream = { remote: 'origin', branch: 'refs/heads/main', isSet: true }
    const fetching = fetchFrom(repository, upstream, new AbortController().signal, 1)
    await expect(fetching).rejects.toThrow('"origin" could not be reached: ')
  }))

test('why nothing could be committed is said without waiting for the server', () =>
  withSilent(async (own) => {
    own.git('config', 'http.lowSpeedTime', '100000')
    own.git('config', 'commit.gpgsign', 'true')
    own.git('config', 'user.signingkey', 'nobody')
    await own.write('a.md', '# A\nmine\n')
    expect((await own.flint('sync')).stderr).toContain('commit.gpgsign false')
  }))
