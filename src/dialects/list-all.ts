import { setImmediate as nextTurn } from 'node:timers/promises'
import { listNotes as queryNotes } from '../index-db/note-queries.ts'
import { encodeCursor } from '../call/cursor.ts'
import { meantFilter } from '../tools/meant-filter.ts'
import { toNoteFilter } from '../tools/note-filter-input.ts'
import { listNotes } from '../tools/notes/list-notes.ts'
import { toListedNote } from '../tools/notes/note-output.ts'
import type { Tool } from '../call/tool.ts'
import { callOurs, type Where } from './define-dialect-tool.ts'

interface Listed<I> {
  readonly items: readonly I[]
  /** How many there are, beyond those that were wanted too. */
  readonly total: number
  readonly message: string | null
}

interface Page {
  readonly total: number
  readonly message?: string | undefined
}

/** The items of a list of ours, page by page: a list of those servers comes whole, or as far as `most`. */
export async function listAll<In extends object, Own extends Page, I>(
  tool: Tool<In, object, Own>,
  args: NoInfer<In>,
  itemsOf: (page: Own) => readonly I[],
  { most = Infinity, ...where }: Where & { readonly most?: number },
): Promise<Listed<I>> {
  const max = tool.paged?.max ?? Infinity
  const items: I[] = []
  for (;;) {
    const cursor = items.length === 0 ? {} : { cursor: encodeCursor({ offset: items.length, call: '' }) }
    const page = await callOurs(
      tool,
      { ...args, limit: Math.min(max, most - items.length), ...cursor },
      where,
    )
    const found = itemsOf(page)
    items.push(...found)
    const { total, message = null } = page
    if (found.length === 0 || items.length >= Math.min(total, most)) return { items, total, message }
    await nextTurn()
    where.ctx.signal.throwIfAborted()
  }
}

const notesAtOnce = 1_000

/** Every note below a folder in the order of paths. The folder is looked through once, however many there are. */
export async function listEveryNote(
  given: { readonly directory?: string | undefined; readonly recursive?: boolean },
  { vault, ctx }: Where,
): Promise<Listed<ReturnType<typeof toListedNote>>> {
  const { total, message = null } = await callOurs(listNotes, { ...given, limit: 1 }, { vault, ctx })
  const filter = await meantFilter(vault, {
    ...toNoteFilter(given, ctx.now()),
    recursive: given.recursive,
  })
  const items: ReturnType<typeof toListedNote>[] = []
  for (let offset = 0; offset < total; offset += notesAtOnce) {
    const page = { sort: 'path', limit: notesAtOnce, offset } as const
    const { notes } = await vault.index.query(({ queries }) => queryNotes(queries, filter, page))
    items.push(...notes.map(toListedNote))
    await nextTurn()
    ctx.signal.throwIfAborted()
  }
  return { items, total, message }
}
