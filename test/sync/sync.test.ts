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
