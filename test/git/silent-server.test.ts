import { realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchFrom } from '../../src/git/exchange.ts'
import { Repository } from '../../src/git/repository.ts'
import { withOne } from '../support/with-clones.ts'

test('a server that takes a call and says nothing is given up', () =>
  withOne({ 'a.md': '# A\n' }, async (own) => {
    const server = createServer(() => undefined)
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    try {
      own.git('remote', 'set-url', 'origin', `http://127.0.0.1:${port}/r.git`)
      const repository = await Repository.find(await realpath(own.folder))
      if (repository === null) throw new Error('There is no repository.')
      const upstream = { remote: 'origin', branch: 'refs/heads/main', isSet: true }
      const fetching = fetchFrom(repository, upstream, new AbortController().signal, 1)
      await expect(fetching).rejects.toThrow('"origin" could not be reached: ')
    } finally {
      server.close()
    }
  }))
