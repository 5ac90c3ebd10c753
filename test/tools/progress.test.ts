import { expect, test } from 'vitest'
import { callTool } from '../../src/call/call-tool.ts'
import { allTools } from '../../src/tools/index.ts'
import type { CallContext } from '../../src/call/tool-context.ts'
import { type Files, type Json, type Vaults, withVault } from '../support/with-vault.ts'

type Report = readonly [done: number, total: number | undefined]

/** A call as a front end makes it that asks for progress and may cancel. */
async function callWith(
  { hub }: Vaults,
  tool: string,
  args: object,
  {
    cancel,
    onReport = () => undefined,
  }: { cancel?: AbortController; onReport?: (report: Report) => void } = {},
): Promise<{ readonly result: Json; readonly reports: readonly Report[] }> {
  const reports: Report[] = []
  const quiet = () => undefined
  const context: CallContext = {
    vaults: hub,
    session: { id: 'test' },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    now: () => new Date(),
    signal: (cancel ?? new AbortController()).signal,
    strictOutput: true,
    progress: (done, total) => {
      reports.push([done, total])
      onReport([done, total])
    },
  }
  const { text } = await callTool(allTools, tool, args, context)
  return { result: JSON.parse(text), reports }
}

function notes(count: number, text: (n: number) => string): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`old/n${n}.md`, text(n)]))
}

const vault = {
  ...notes(60, (n) => `# Note ${n}\n\n#red [[target]]\n`),
  'target.md': '# Target\n',
  'new/x.md': 'x\n',
  '.flint-note/config.yml': 'deletion:\n  max_bulk_delete: 100\n',
}

/** Changes of many files, and how many files each changes. */
const bulk: readonly (readonly [tool: string, args: object, files: number])[] = [
  ['rename_tag', { from: 'red', to: 'blue' }, 60],
  ['move_note', { identifier: 'old/', to: 'new/old' }, 1],
  ['move_note', { identifier: 'target.md', to: 'new/goal.md' }, 61],
  ['rename_note', { identifier: 'target.md', new_title: 'Goal', rename_file: true }, 61],
  ['bulk_delete_notes', { pattern: 'old/**', mode: 'archive', confirm: true }, 60],
  ['bulk_delete_notes', { pattern: 'old/**', mode: 'permanent', confirm: true }, 60],
]

test.each(bulk)('%s %j says how far it is, up to the last file', (tool, args, files) =>
  withVault(vault, async (vaults) => {
    const { result, reports } = await callWith(vaults, tool, args)
    expect(result.error).toBeUndefined()
    const done = reports.map(([count]) => count)
    expect(done).toEqual([...new Set(done)].toSorted((a, b) => a - b))
    expect(reports.length).toBeLessThanOrEqual(61)
    const [last = 0, total] = reports.at(-1) ?? []
    expect({ last, total }).toEqual({ last: total, total: last })
    expect(last).toBeGreaterThanOrEqual(files)
  }),
)

test.each(bulk)('%s %j that is cancelled in time changes nothing', (tool, args) =>
  withVault(vault, async (vaults) => {
    const cancel = new AbortController()
    const call = callWith(vaults, tool, args, { cancel })
    cancel.abort()
    const { result, reports } = await call
    expect(result.error).toMatchObject({ code: 'QUERY_TIMEOUT' })
    expect(result.error.message).toContain('cancelled')
    expect(reports).toEqual([])
    const { changes } = await vaults.call('list_changes')
    expect(changes).toEqual([])
    for (const [path, text] of Object.entries(vault)) expect(await vaults.read(path)).toBe(text)
  }),
)

test('a change that has begun is finished, whoever cancels', () =>
  withVault(vault, async (vaults) => {
    const cancel = new AbortController()
    const onReport = () => {
      cancel.abort()
    }
    await callWith(vaults, 'rename_tag', { from: 'red', to: 'blue' }, { cancel, onReport })
    for (let n = 0; n < 60; n += 1) expect(await vaults.read(`old/n${n}.md`)).toContain('#blue')
    expect((await vaults.call('list_changes')).changes).toHaveLength(1)
  }))

test('rebuilding the index says how far it is', () =>
  withVault(vault, async (vaults) => {
    const { result, reports } = await callWith(vaults, 'reindex_vault', { confirm: true })
    expect(result.notes_indexed).toBe(62)
    expect(reports.at(-1)).toEqual([62, 62])
  }))

test('rebuilding the index ends when it is cancelled, and what was indexed stays', () =>
  withVault(
    notes(3_000, (n) => `# Note ${n}\n\nword${n}\n`),
    async (vaults) => {
      const open = await vaults.hub.open((await vaults.hub.find('main')).id)
      await open.index.settled(60_000)
      const cancel = new AbortController()
      const began: number[] = []
      const { result } = await callWith(
        vaults,
        'reindex_vault',
        { confirm: true },
        {
          cancel,
          onReport: ([done]) => {
            began.push(done)
            if (done > 0) cancel.abort()
          },
        },
      )
      expect(result.error).toMatchObject({ code: 'QUERY_TIMEOUT' })
      // Its last report is of the batch in which it heard of it.
      expect(Math.max(...began)).toBeLessThan(3_000)
      const info = await vaults.call('get_vault_info', { detailed: true })
      expect(info).toMatchObject({ stats: { notes: 3_000 }, index: { state: 'ready', notes: 3_000 } })
      expect((await vaults.call('search_notes', { query: 'word2999' })).total).toBeGreaterThan(0)
      // Nothing is left that would have every note read again at the next look.
      expect((await open.index.rebuild('links')).read).toBe(0)
      const state = open.index.query(({ db }) =>
        Promise.resolve(db.prepare("SELECT value FROM state WHERE name = 'reading'").pluck().get()),
      )
      expect(await state).not.toBe('')
    },
  ))

test('a health check says how far it is and ends when it is cancelled', () =>
  withVault(vault, async (vaults) => {
    const whole = await callWith(vaults, 'check_vault_health', {})
    expect(whole.reports).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]))
    const cancel = new AbortController()
    const cut = await callWith(
      vaults,
      'check_vault_health',
      {},
      {
        cancel,
        onReport: () => {
          cancel.abort()
        },
      },
    )
    expect(cut.result.error).toMatchObject({ code: 'QUERY_TIMEOUT' })
    expect(cut.reports).toEqual([[1, 5]])
  }))
