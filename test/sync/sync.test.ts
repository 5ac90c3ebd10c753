import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { Sync } from '../../src/sync/sync.ts'
import { startSyncWorker } from '../../src/sync/sync-worker.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const long = Array.from({ length: 20_000 }, (_, at) => `- see [[n${at % 50}]] and #tag-${at} once\n`).join('')

async function withSync(
  use: (sync: Sync, about: { readonly root: string; readonly scans: () => number }) => Promise<void>,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await withFolder(files, async (root) => {
    const options = {
      root,
      identity: folderIdentity(root) ?? '',
      indexFile: join(root, '.index.sqlite'),
      ignore: [],
      excluded: [],
      nestedVaults: [],
    }
    const thread = startSyncWorker()
    let scans = 0
    thread.on('message', (reply: unknown) => {
      if (JSON.stringify(reply).includes('"state":"scanning"')) scans += 1
    })
    const events = { onOpen: () => undefined, onChanged: () => undefined, onFailed: () => undefined }
    const sync = new Sync(options, events, log, thread)
    try {
      await sync.opened
      await use(sync, { root, scans: () => scans })
    } finally {
      await sync.close()
    }
  })
}

test('what fails once nobody waits for it, because of a long note, is nobody’s failure', () =>
  withSync(
    async (sync) => {
      const long = sync.syncPaths(['long.md'], { isTrusted: true })
      await until('the long note is read', () => sync.isAtLongNote)
      const failing = Promise.reject(new Error('The index was closed.'))
      await expect(sync.unlessLong(failing)).resolves.toBeUndefined()
      await long
    },
    { 'long.md': long },
  ))

test('looks that wait for the thread are one look', () =>
  withSync(
    async (sync, { scans }) => {
      const long = sync.syncPaths(['long.md'], { isTrusted: true })
      await until('the long note is read', () => sync.isAtLongNote)
      const looks = [sync.scan(), ...Array.from({ length: 50 }, () => sync.scan('notes')), sync.scan()]
      await Promise.all([long, ...looks])
      expect(scans()).toBe(1)
    },
    { 'long.md': long, 'notes/a.md': '# A\n' },
  ))

test('a long note that is changed again and again keeps no look waiting', () =>
  withSync(
    async (sync, { root }) => {
      let isDone = false
      const again = async (): Promise<void> => {
        await appendFile(join(root, 'long.md'), 'More.\n')
        await sync.syncPaths(['long.md'], { isTrusted: true })
        if (!isDone) await again()
      }
      const changing = [again(), again()]
      await sync.scan()
      isDone = true
      await Promise.all(changing)
    },
    { 'long.md': long, 'notes/a.md': '# A\n' },
  ))

/** Opens so many vaults, each within the one before, and closes them from the last to the first. */
async function withSyncs(
  count: number,
  use: (syncs: readonly Sync[]) => Promise<void>,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const syncs: Sync[] = []
  const open = async (): Promise<void> => {
    if (syncs.length === count) await use(syncs)
    else
      await withSync(
        async (sync) => {
          syncs.push(sync)
          await open()
        },
        { 'notes/a.md': '# A\n', ...files },
      )
  }
  await open()
}

test('vaults that share a thread are all indexed, and go on when one is closed', () =>
  withSyncs(9, async (syncs) => {
    const looks = await Promise.all(syncs.map((sync) => sync.scan()))
    expect(looks).toEqual(syncs.map(() => ({ read: 1, removed: 0 })))
    const [first, ...others] = syncs
    await first?.close()
    const again = await Promise.all(
      others.map((sync) => sync.syncPaths(['notes/a.md'], { isTrusted: false })),
    )
    expect(again).toEqual(others.map(() => ({ read: 0, removed: 0 })))
    expect(others.some((sync) => sync.isBroken)).toBe(false)
    await expect(first?.scan()).rejects.toThrow('The index could not be updated.')
  }))

test('nobody waits for the long note of another vault in the same thread', () =>
  withSyncs(
    5,
    async (syncs) => {
      const [first] = syncs
      await Promise.all(syncs.map((sync) => sync.scan('notes')))
      // The fifth has come to the thread of the first, which had as many as the others.
      const reading = first?.syncPaths(['long.md'], { isTrusted: true })
      await until('both are told', () => syncs[0]?.isAtLongNote === true && syncs[4]?.isAtLongNote === true)
      expect(syncs.slice(1, 4).some((sync) => sync.isAtLongNote)).toBe(false)
      await reading
      expect(syncs.some((sync) => sync.isAtLongNote)).toBe(false)
    },
    { 'long.md': long },
  ))
