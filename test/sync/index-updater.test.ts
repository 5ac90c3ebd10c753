import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { folderIdentity } from '../../src/files/folder-identity.ts'
import { IndexUpdater } from '../../src/sync/index-updater.ts'
import type { SyncReply, SyncRequest } from '../../src/sync/sync-messages.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

interface Given {
  readonly at: (path: string) => string
  readonly indexFile: string
  readonly updater: IndexUpdater
  /** Sends a request and waits for its answer. */
  readonly ask: (request: Asked) => Promise<SyncReply>
  /** Sends a request; its id is returned. */
  readonly send: (request: Asked) => number
  readonly answerTo: (id: number) => Promise<SyncReply>
  /** Everything that was told, in short. */
  readonly told: readonly string[]
  /** What a query of one column finds in the index. */
  readonly rows: (sql: string) => readonly string[]
}

type Asked = SyncRequest extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

const paths = 'SELECT path FROM note ORDER BY 1'
const few = { 'a.md': '[[b]]\n', 'b.md': 'b\n', 'in/c.md': 'c\n' }
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`n${number}.md`, `${number}\n`]))
const long = 'long\n'.repeat(60_000)

function short(reply: SyncReply): string {
  switch (reply.kind) {
    case 'open':
      return `open ${reply.putAside} ${reply.isFilled}`
    case 'progress': {
      const { state, done, total, isAgain } = reply.progress
      return `${state} ${done}/${total}${isAgain ? ' again' : ''}`
    }
    case 'done':
      return `done ${reply.id}: ${reply.result.read} read, ${reply.result.removed} removed`
    case 'failed':
      return `failed ${reply.id}: ${reply.reason}`
    case 'changed':
      return `changed ${reply.paths.toSorted().join(' ')}`
    case 'long':
      return `long ${reply.isUnderWay}`
    case 'unopened':
      return 'unopened'
  }
}

async function withUpdater(
  files: Readonly<Record<string, string>>,
  use: (given: Given) => Promise<void>,
): Promise<void> {
  await withFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`vault/${path}`, text])),
    async (folder) => {
      const root = join(folder, 'vault')
      const indexFile = join(folder, 'index.sqlite')
      const replies: SyncReply[] = []
      const told: string[] = []
      let isEnded = false
      const updater = new IndexUpdater(
        {
          ...{ root, identity: folderIdentity(root) ?? '', indexFile },
          ...{ ignore: [], excluded: [], nestedVaults: [] },
        },
        {
          postMessage: (reply) => {
            replies.push(reply)
            told.push(short(reply))
          },
          close: () => {
            isEnded = true
            told.push('closed')
          },
        },
      )
      let last = 0
      const send = (request: Asked) => {
        updater.receive({ ...request, id: ++last })
        return last
      }
      const answerTo = async (id: number) => {
        const find = () =>
          replies.find((reply) => (reply.kind === 'done' || reply.kind === 'failed') && reply.id === id)
        for (;;) {
          const answer = find()
          if (answer !== undefined) return answer
          await nextTurn()
        }
      }
      try {
        await use({
          ...{ updater, send, answerTo, told, indexFile },
          at: (path) => join(root, path),
          ask: (request) => answerTo(send(request)),
          rows: (sql) => {
            const db = new Database(indexFile, { readonly: true })
            try {
              return db.prepare<[], string>(sql).pluck().all()
            } finally {
              db.close()
            }
          },
        })
      } finally {
        updater.receive({ kind: 'close' })
        while (!isEnded) await nextTurn()
      }
    },
  )
}

const scan = (folder = '') => ({ kind: 'scan', folder }) as const
const look = (...some: string[]) => ({ kind: 'paths', paths: some, isTrusted: true }) as const
const rebuild = (scope: 'all' | 'vectors' | 'links' | 'damaged') =>
  ({ kind: 'rebuild', scope, identity: null }) as const

afterEach(() => {
  vi.useRealTimers()
})

test('what was done is told before its answer, and that nothing more is under way', () =>
  withUpdater(few, async ({ ask, told, at }) => {
    expect(told).toEqual(['open null false'])
    await ask(scan())
    expect(told.slice(1)).toEqual([
      ...['scanning 0/0', 'changed a.md b.md in/c.md', 'indexing 3/3'],
      ...['ready 0/0', 'done 1: 3 read, 0 removed'],
    ])
    writeFileSync(at('b.md'), 'Other.\n')
    rmSync(at('a.md'))
    const before = told.length
    await ask(look('b.md', 'a.md'))
    expect(told.slice(before)).toEqual([...['changed a.md b.md', 'ready 0/0', 'done 2: 1 read, 1 removed']])
  }))
