import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { Coordination } from '../../src/locks/coordination.ts'
import { IndexKeeper } from '../../src/sync/index-keeper.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

test('who answers once looks at the folder before it watches, and when it stays nothing goes unseen', () =>
  withFolder({ 'vault/a.md': 'A\n', 'state/': '' }, async (folder) => {
    const root = join(folder, 'vault')
    const coordination = new Coordination(join(folder, 'state'))
    const options = {
      ignore: [],
      excluded: [],
      nestedVaults: [],
      noNotes: [],
      poll: false,
      reconcileInterval: 0,
    }
    const keeper = new IndexKeeper(
      {
        ...options,
        root,
        identity: folderIdentity(root) ?? '',
        indexFile: join(folder, 'state/index.sqlite'),
        isBrief: true,
      },
      coordination,
      log,
    )
    const seen: string[] = []
    keeper.follow({ onOpen: ignore, onSeen: ignore, onChanged: (paths) => void seen.push(...paths) })
    try {
      await keeper.started
      await keeper.settled(60_000)
      expect(seen).toEqual(['a.md'])
      expect(keeper.progress.state).toBe('ready')
      // Between the look and the watcher.
      await writeFile(join(root, 'b.md'), 'B\n')
      await until('it watches', () => keeper.watching !== 'none')
      await until('what came meanwhile is indexed', () => seen.includes('b.md'))
      await writeFile(join(root, 'c.md'), 'C\n')
      await until('what comes then is indexed', () => seen.includes('c.md'))
    } finally {
      await keeper.close()
      coordination.close()
    }
  }))
