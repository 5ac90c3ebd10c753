import { expect, test } from 'vitest'
import { times } from '../support/long.ts'
import { withTwo } from '../support/with-clones.ts'

const count = times(25, 500)
const linkers = Object.fromEntries(
  Array.from({ length: count }, (_, n): [string, string] => [
    `notes/n${n}.md`,
    `# N${n}\n\nSee [[hub]] and [the hub](../hub.md).\n`,
  ]),
)

test(
  'one side renames a hub while the other adds links to it: all lead to it afterwards, on both sides',
  () =>
    withTwo({ 'hub.md': '# Hub\n', ...linkers }, async (ada, bob) => {
      const moved = await ada.flint('mv', 'hub', 'topics/centre.md', '--parents')
      expect(moved.code, moved.stderr).toBe(0)
      await ada.flint('sync')
      for (let n = 0; n < count; n += 5) {
        const path = `notes/n${n}.md`
        await bob.write(path, `${await bob.read(path)}\nOnce more: [[hub|it]] and ![[hub#Part]].\n`)
        await bob.write(`new ${n}.md`, 'Of [[hub]] and [it](hub.md).\n')
      }
      const synced = await bob.flint('sync', '--json')
      expect(synced.code, synced.stdout).toBe(0)
      expect((await ada.flint('sync')).code).toBe(0)
      for (const clone of [ada, bob]) {
        const { stdout } = await clone.flint('call', 'find_broken_links', '--json', '{}')
        const broken = JSON.parse(stdout).broken_links ?? []
        expect(broken.filter(({ target }: { readonly target: string }) => !target.includes('#'))).toEqual([])
        const { total } = JSON.parse(
          (await clone.flint('call', 'get_backlinks', '--json', '{"identifier":"topics/centre.md"}')).stdout,
        )
        // Two of each note that was there, two more in some of them, and two of each new one.
        expect(total).toBe(2 * count + 4 * Math.ceil(count / 5))
      }
    }),
  times(120_000, 1_800_000),
)
