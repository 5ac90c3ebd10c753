import fc from 'fast-check'
import { expect, test } from 'vitest'
import { marksOfPage, pageAfterSeen } from '../../src/call/after-seen.ts'
import type { RequestedPage } from '../../src/call/tool.ts'
import { lines } from '../support/lines.ts'
import { column } from '../support/plain.ts'
import { withVault, withVaults } from '../support/with-vault.ts'

const tasks = Array.from({ length: 30 }, (_, index) => `Task ${index + 10}`)
const list = (from: number, to: number) => lines(...tasks.slice(from, to).map((task) => `- [ ] ${task}`))
const threeNotes = {
  'projects/a.md': list(0, 10),
  'projects/b.md': list(10, 20),
  'projects/c.md': list(20, 30),
}

type Call = Parameters<Parameters<typeof withVault>[1]>[0]['call']
type Item = Readonly<Record<string, unknown>>

async function tick(call: Call, { vault_id, path: identifier, line_number, task_text }: Item): Promise<void> {
  const result = await call('complete_todo', { vault_id, identifier, line_number, task_text })
  expect(result.status).toBe('completed')
}

/** Walks through a list, with `between` after each page. */
async function walk(
  call: Call,
  {
    tool,
    list: key,
    args,
  }: {
    readonly tool: 'get_todos' | 'list_notes' | 'list_changes'
    readonly list: string
    readonly args: object
  },
  between: (items: readonly Item[], page: number) => Promise<unknown>,
): Promise<readonly (readonly Item[])[]> {
  const pages: (readonly Item[])[] = []
  let cursor: string | undefined
  do {
    const result = await call(tool, { ...args, ...(cursor !== undefined && { cursor }) })
    const items: readonly Item[] = result[key]
    pages.push(items)
    cursor = result.next_cursor
    await between(items, pages.length)
  } while (cursor !== undefined && pages.length < 40)
  return pages
}

test('who ticks each task of a page finds all others on the next ones', () =>
  withVault(threeNotes, async ({ call }) => {
    const todos = { tool: 'get_todos', list: 'todos', args: { limit: 7 } } as const
    const pages = await walk(call, todos, async (items) => {
      for (const task of items) await tick(call, task)
    })
    expect(pages.flatMap((page) => column(page, 'task_text'))).toEqual(tasks)
    expect((await call('get_todos')).total).toBe(0)
  }))

test('who ticks some of them and adds others sees each of the first ones once', () =>
  withVault(threeNotes, async ({ call }) => {
    const todos = { tool: 'get_todos', list: 'todos', args: { limit: 7 } } as const
    const pages = await walk(call, todos, async (items, page) => {
      for (const task of items.slice(0, page === 2 ? 0 : 4)) await tick(call, task)
      if (page === 2)
        await call('create_note', { path: 'projects/0.md', title: 'N', content: '- [ ] New\n- [ ] Newer\n' })
    })
    expect(pages.flatMap((page) => column(page, 'task_text'))).toEqual(tasks)
  }))

test('notes that come to the front when they are edited push none off the pages', () =>
  withVault(
    Object.fromEntries(Array.from({ length: 23 }, (_, index) => [`n${index}.md`, `# N${index}\n`])),
    async ({ call }) => {
      const notes = { tool: 'list_notes', list: 'notes', args: { limit: 6, sort: 'modified' } } as const
      const pages = await walk(call, notes, async (items) => {
        for (const { id } of items) await call('append_to_note', { identifier: id, content: 'More.' })
      })
      const seen = pages.flatMap((page) => column(page, 'id'))
      expect(new Set(seen).size).toBe(23)
      expect(pages.length).toBeLessThan(8)
    },
  ))

test('changes that are made between two pages of them show none twice', () =>
  withVault({ 'a.md': '# A\n' }, async ({ call }) => {
    for (let index = 0; index < 9; index += 1)
      await call('append_to_note', { identifier: 'a.md', content: `Line ${index}.` })
    const before = column((await call('list_changes')).changes, 'change_id')
    const changes = { tool: 'list_changes', list: 'changes', args: { limit: 4 } } as const
    const pages = await walk(call, changes, async () =>
      call('append_to_note', { identifier: 'a.md', content: 'Again.' }),
    )
    expect(pages.flatMap((page) => column(page, 'change_id'))).toEqual(before)
  }))

test('pages of several vaults leave none out either', () =>
  withVaults({ other: {}, third: {} }, async ({ call }) => {
    for (const [vault_id, from] of [
      ['other', 0],
      ['third', 15],
    ] as const)
      await call('create_note', {
        vault_id,
        path: 'projects/a.md',
        title: 'A',
        content: list(from, from + 15),
      })
    const todos = {
      tool: 'get_todos',
      list: 'todos',
      args: { limit: 7, vault_id: ['other', 'third'] },
    } as const
    const pages = await walk(call, todos, async (items) => {
      for (const task of items.slice(0, 5)) await tick(call, task)
    })
    expect(pages.flatMap((page) => column(page, 'task_text'))).toEqual(tasks)
  }))

test('whatever is taken out and put in between two pages, what stays is seen', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.record({ isNew: fc.boolean(), place: fc.double({ min: 0, max: 0.999, noNaN: true }) }), {
          maxLength: 25,
        }),
        { minLength: 12, maxLength: 12 },
      ),
      fc.integer({ min: 1, max: 12 }),
      async (rounds, limit) => {
        let items = Array.from({ length: 60 }, (_, index) => ({ id: `${index}` }))
        const stayed = new Set(items.map(({ id }) => id))
        const seen = new Set<string>()
        let page: RequestedPage = { ...firstPage, limit }
        let made = 0
        for (let turn = 0; turn < 200; turn += 1) {
          const found = await pageAfterSeen(page, async ({ offset, limit: most }) =>
            Promise.resolve({ items: items.slice(offset, offset + most), total: items.length }),
          )
          for (const { id } of found.output.items) seen.add(id)
          const next = found.page.offset + found.output.items.length
          if (next >= items.length) break
          const marks = marksOfPage(found.output.items, found.page)
          page = { ...found.page, offset: next, seen: { marks, total: items.length } }
          for (const { isNew, place } of rounds[turn] ?? []) {
            const at = Math.floor(place * items.length)
            if (isNew) items = items.toSpliced(at, 0, { id: `new ${(made += 1)}` })
            else for (const { id } of items.splice(at, 1)) stayed.delete(id)
          }
        }
        expect([...stayed].filter((id) => !seen.has(id))).toEqual([])
      },
    ),
    { numRuns: 300 },
  ))

const firstPage: RequestedPage = {
  list: 'items',
  names: ['id'],
  offset: 0,
  limit: 1,
  bytes: 8_000,
  cursorFor: null,
  walk: null,
  seen: null,
  asked: {},
}
