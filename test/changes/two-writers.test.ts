import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { withOtherProcess } from '../support/other-process.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

const each = times(60, 500)

test(
  `${2 * each} writes of one note by two processes, each with the hash it read: none is lost, none torn`,
  () =>
    withVault({ 'count.md': 'a=0 b=0\n' }, ({ call, read, folder }) =>
      withOtherProcess(folder, async (other) => {
        let isOver = false
        const countUp = async (client: Vaults['call'], name: string) => {
          for (let done = 0; done < each;) {
            const {
              content,
              content_hash,
              error: unread,
            } = await client('get_note', { identifier: 'count.md' })
            expect(unread).toBeUndefined()
            const next = content.replace(/(\w)=(\d+)/g, (all: string, key: string, count: string) =>
              key === name ? `${key}=${Number(count) + 1}` : all,
            )
            const update = { identifier: 'count.md', content: next, content_hash }
            const { error } = await client('update_note', update)
            if (error === undefined) done += 1
            else expect(error.code).toBe('CONTENT_HASH_MISMATCH')
          }
        }
        const look = async () => {
          while (!isOver) expect(await read('count.md')).toMatch(/^a=\d+ b=\d+\n$/)
        }
        const looking = look()
        try {
          await Promise.all([countUp(call, 'a'), countUp(other.call, 'b')])
        } finally {
          isOver = true
          await looking
        }
        expect(await read('count.md')).toBe(`a=${each} b=${each}\n`)
      }),
    ),
  120_000,
)
