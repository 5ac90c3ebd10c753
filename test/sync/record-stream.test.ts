import { expect, test } from 'vitest'
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
      reading.add(paths.slice(0, count / 2))
      reading.add(paths.slice(count / 2, count))
      for await (const more of reading.arrivals(() => Promise.resolve())) {
        arrived += more
        if (reading.isFull) take()
      }
      take()
      await reading.close()
      expect(taken).toEqual(paths.slice(0, count).filter((path) => there.includes(path)))
      expect(arrived).toBe(taken.length)
    }),
)
