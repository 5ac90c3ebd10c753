import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { type OtherProcess, withOtherProcess } from '../support/other-process.ts'
import { withVault, type Vaults } from '../support/with-vault.ts'

const writers = times(2, 8)
const each = times(60, 250)
const names = 'abcdefgh'.slice(0, writers).split('')
const counts = (count: number) => `${names.map((name) => `${name}=${count}`).join(' ')}\n`

async function withOthers(
  folder: string,
  count: number,
  use: (others: readonly OtherProcess[]) => Promise<void>,
  others: readonly OtherProcess[] = [],
): Promise<void> {
  if (others.length === count) await use(others)
  else await withOtherProcess(folder, (other) => withOthers(folder, count, use, [...others, other]))
}

test(
  `${writers * each} writes of one note by ${writers} processes, each with the hash it read: none is lost, none torn`,
  () =>
    withVault({ 'count.md': counts(0) }, ({ call, read, folder }) =>
      withOthers(folder, writers - 1, async (others) => {
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
          while (!isOver) expect(await read('count.md')).toMatch(/^\w=\d+( \w=\d+)+\n$/)
        }
        const looking = look()
        try {
          const clients = [call, ...others.map((other) => other.call)]
          await Promise.all(clients.map((client, at) => countUp(client, names[at] ?? '')))
        } finally {
          isOver = true
          await looking
        }
        expect(await read('count.md')).toBe(counts(each))
      }),
    ),
  times(120_000, 7_200_000),
)
