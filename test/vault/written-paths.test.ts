import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { WrittenPaths } from '../../src/vault/written-paths.ts'

const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** An index that follows when it is let, and who is told that it is behind. */
function setUp({ canTell = true }: { readonly canTell?: boolean } = {}) {
  const events: string[] = []
  const reading = new EventEmitter()
  const begun = once(reading, 'go')
  const sync = {
    syncPaths: async (paths: readonly string[]) => {
      await begun
      events.push(`read ${paths.join(' ')}`)
    },
    unlessLong: async (work: Promise<unknown>) => {
      await work
    },
  }
  const coordination = {
    tryAcquire: (name: string) => {
      if (!canTell) return null
      events.push('told')
      return {
        name,
        isMine: () => true,
        isWanted: () => false,
        onLost: quiet,
        release: () => void events.push('told that it is done'),
      }
    },
    isHeldElsewhere: () => false,
  }
  return {
    events,
    written: new WrittenPaths(sync as never, coordination, log),
    goOn: () => reading.emit('go'),
  }
}

test('others are told before the write is answered, and again once the index has read everything', async () => {
  const { events, written, goOn } = setUp()
  await written.follow(['a.md'])
  await written.follow(['b.md'])
  expect(events).toEqual(['told'])
  goOn()
  await written.followed()
  expect(events).toEqual(['told', 'read a.md', 'read b.md', 'told that it is done'])
})

test('a write that cannot tell others waits until the index has read it', async () => {
  const { events, written, goOn } = setUp({ canTell: false })
  const following = written.follow(['a.md']).then(() => events.push('answered'))
  goOn()
  await following
  expect(events).toEqual(['read a.md', 'answered'])
})

function quiet(): void {
  // Nothing is said here.
}
