import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { startSyncWorker, type IndexThread } from '../../src/sync/sync-worker.ts'
import { withFolder } from '../support/with-folder.ts'

const optionsFor = (root: string, indexFile: string) => ({
  ...{ root, identity: folderIdentity(root) ?? '', indexFile },
  ...{ ignore: [], excluded: [], nestedVaults: [] },
})

const isOver = (thread: IndexThread) =>
  new Promise<void>((resolve) => {
    thread.on('exit', resolve)
  })

test('the thread of an index takes its options, then requests, and ends when it is told to', () =>
  withFolder({ 'vault/a.md': 'a\n' }, async (folder) => {
    const thread = startSyncWorker()
    const replies: unknown[] = []
    const done = { kind: 'done', id: 1, result: { read: 1, removed: 0 } }
    thread.on('message', (reply) => {
      replies.push(reply)
      if (JSON.stringify(reply) === JSON.stringify(done)) thread.postMessage({ kind: 'close' })
    })
    thread.postMessage(optionsFor(join(folder, 'vault'), join(folder, 'index.sqlite')))
    thread.postMessage({ kind: 'scan', id: 1, folder: '' })
    await isOver(thread)
    expect(replies[0]).toEqual({ kind: 'open', putAside: null, isFilled: false })
    expect(replies.at(-1)).toEqual(done)
  }))

test('where no index can be opened the thread says why, and ends', () =>
  withFolder({ 'vault/a.md': 'a\n', file: '' }, async (folder) => {
    const thread = startSyncWorker()
    const replies: unknown[] = []
    thread.on('message', (reply) => replies.push(reply))
    thread.postMessage(optionsFor(join(folder, 'vault'), join(folder, 'file', 'index.sqlite')))
    await isOver(thread)
    expect(replies).toEqual([
      { kind: 'unopened', problem: { message: expect.any(String), cure: expect.any(String) } },
    ])
  }))

test.each([null, 'options', {}, { root: '/vault' }, { indexFile: '/index.sqlite' }])(
  'a thread that is started with %j fails',
  async (options) => {
    const thread = startSyncWorker()
    const failed = new Promise((resolve) => {
      thread.on('error', resolve)
    })
    thread.postMessage(options as never)
    expect(await failed).toMatchObject({ message: 'The sync thread was started without its options.' })
  },
)
