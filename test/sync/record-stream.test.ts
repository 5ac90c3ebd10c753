import { expect, test } from 'vitest'
import { readChunk } from '../../src/sync/record-reader.ts'
import { RecordStream } from '../../src/sync/record-stream.ts'
import { withFolder } from '../support/with-folder.ts'

/** Every twentieth is there when it is read. */
const paths = Array.from({ length: 6_000 }, (_, number) => `n${number}.md`)
const there = paths.filter((_, number) => number % 20 === 0)
const files = Object.fromEntries(there.map((path) => [path, `# About ${path}\n`]))

test.each([100, 6_000])(
  'of %i notes all that are there are read, in their order, however few they are',
  (count) =>
    withFolder(files, async (folder) => {
      const reading = new RecordStream({ root: folder })
      const taken: string[] = []
      const take = () => {
        for (const { path } of reading.take()) taken.push(path)
      }
      let arrived = 0
      let chunks = 0
      const fullAt: number[] = []
      reading.add(paths.slice(0, count / 2))
      reading.add(paths.slice(count / 2, count))
      for await (const more of reading.arrivals(() => Promise.resolve())) {
        arrived += more
        chunks++
        if (!reading.isFull) continue
        fullAt.push(chunks)
        take()
      }
      take()
      await reading.close()
      expect(taken).toEqual(paths.slice(0, count).filter((path) => there.includes(path)))
      expect(arrived).toBe(taken.length)
      expect(fullAt).toEqual(count === 100 ? [] : [44, 88])
    }),
)

const asked = Array.from({ length: 400 }, (_, number) => `${number}.md`)
const all = () => Promise.resolve()

test.each([
  ['as usual', {}],
  [
    'as the settings say',
    { tagStyle: { hashtags: false, colonTags: true, multiwordTags: false, keywords: false } },
  ],
])('in a thread of its own notes are read %s', (_, how) =>
  withFolder({ '0.md': '#tag :one:two:\n', '399.md': 'Last. #other\n' }, async (root) => {
    const reading = new RecordStream({ root, ...how })
    reading.add(asked)
    for await (const count of reading.arrivals(all)) expect(count).toBeLessThan(3)
    expect([...reading.take()]).toEqual(readChunk({ root, ...how }, ['0.md', '399.md']))
    expect([...reading.take()]).toEqual([])
    await reading.close()
  }),
)

test('where the thread that reads fails, whoever waits for it learns why', () =>
  withFolder({}, async (root) => {
    const reading = new RecordStream({ root })
    // No system has a file of such a name.
    reading.add([...asked, '\0'])
    const arrivals = async () => {
      for await (const count of reading.arrivals(all)) expect(count).toBe(0)
    }
    await expect(arrivals()).rejects.toMatchObject({
      message: 'The reading thread failed.',
      cause: { code: 'ERR_INVALID_ARG_VALUE' },
    })
    await reading.close()
  }))

test('its thread ends once it is closed', () =>
  withFolder({}, async (root) => {
    const before = resources()
    const reading = new RecordStream({ root })
    reading.add(asked)
    for await (const count of reading.arrivals(all)) expect(count).toBe(0)
    expect(resources()).not.toEqual(before)
    await reading.close()
    expect(resources()).toEqual(before)
  }))

/** Threads and the channels to them. */
function resources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort' || kind === 'Worker')
}
