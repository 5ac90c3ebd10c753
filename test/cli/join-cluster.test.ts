import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { withFlint } from './with-flint.ts'

test.each(['127.0.0.1:70000', '127.0.0.1', ':1066', '0.0.0.0:0', '[::]:0'])(
  '--inner %s is refused with what to give',
  (inner) =>
    withFlint({}, async ({ run }) => {
      const cluster = 'postgres://nobody@127.0.0.1:1/none'
      const { code, stderr } = await run(['serve', '--http', '--cluster', cluster, '--inner', inner])
      expect(code).not.toBe(0)
      expect(stderr).toContain(`Other servers cannot reach this one at "${inner}".`)
      expect(stderr).toContain('10.0.0.5:1066')
    }),
)

test('a port that another program has is named as taken', () =>
  withFlint({}, async ({ run }) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const cluster = 'postgres://nobody@127.0.0.1:1/none'
    const given = ['serve', '--http', '--cluster', cluster, '--inner', `127.0.0.1:${port}`]
    const { code, stderr } = await run(given)
    expect(code).not.toBe(0)
    expect(stderr).toContain(`Port ${port} of 127.0.0.1`)
    expect(stderr).toContain('is taken')
    other.close()
  }))
