import { listNotes } from '../../tools/notes/list-notes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatFields } from '../format-fields.ts'
import { dayShown, fromLocal } from '../local-time.ts'
import { filesOf, linkTo, placeOf } from '../file-of.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { readPages } from '../read-pages.ts'
import { formatTable } from '../table.ts'
import { defined } from '../../model/defined.ts'

type Listed = OutputOf<typeof listNotes>['notes'][number]

/** How many notes a terminal is shown where nobody says; a pipe gets all. */
const shownHere = 50

/** `flint notes`: those that fit, the newest first. */
export async function notes(given: Given<'notes'>, cli: Cli): Promise<Outcome> {
  const { limit, path, print0, tag, dir, since, until } = given
  const most = limit ?? (cli.terminal.isWatched && !cli.isJson ? shownHere : Infinity)
  const args = {
    ...defined({
      type: given.type,
      tags: tag?.map((name) => name.replace(/^#/, '')),
      directory: dir,
      since: since && fromLocal(since),
      until: until && fromLocal(until, 'last'),
      links_to: given.linksTo,
      linked_from: given.linkedFrom,
      sort: given.sort,
    }),
    ...(given.orphans && { is_orphan: true }),
    ...(given.broken && { has_broken_links: true }),
    ...(given.all && { vault_id: '*' }),
  }
  let vault: string | undefined
  let vaults: OutputOf<typeof listNotes>['vaults']
  const { items, total } = await readPages(most, async (page) => {
    const data = await cli.call(listNotes, { ...args, ...page })
    vault = data.vault?.id ?? vault
    vaults = data.vaults
    if (data.message !== undefined && page.cursor === undefined) cli.tell(data.message)
    return { items: data.notes, total: data.total, next: data.next_cursor }
  })
  const fileOf = await filesOf(items, vault, cli)
  const found = items.map((item) => ({ ...item, vault: item.vault_id ?? vault ?? '', file: fileOf(item) }))
  if (total === 0) cli.tell('No note.')
  else if (found.length < total) cli.tell(`${found.length} of ${total} notes; --limit shows more.`)
  const text = textOf(found, given, cli)
  const exitCode = total === 0 ? exitCodes.notFound : exitCodes.ok
  return {
    data: { notes: items, total, ...defined({ vaults }) },
    text,
    isRaw: path,
    isExact: print0,
    exitCode,
  }
}

interface Found extends Listed {
  readonly vault: string
  readonly file: string
}

function textOf(found: readonly Found[], { format, path, print0 }: Given<'notes'>, cli: Cli): string {
  const { paint, tableWidth: width, isWatched } = cli.terminal
  if (format !== undefined) {
    const lines = found.map((note) => formatFields(format, fieldsOf(note), isWatched ? oneLine : undefined))
    return print0 ? lines.map((line) => `${line}\0`).join('') : lines.join('\n')
  }
  if (print0) return found.map(({ file }) => `${isWatched ? plainPath(file) : file}\0`).join('')
  if (path) return found.map(({ file }) => file).join('\n')
  const columns = width < fourColumns ? 2 : 4
  const rows = found.map((note) => [
    paint('dim', dayShown(note.updated ?? '')),
    linkTo(note.file, paint('bold', plainPath(placeOf(note))), cli.terminal),
    oneLine(note.title ?? ''),
    paint('cyan', (note.tags ?? []).map((tag) => `#${oneLine(tag)}`).join(' ')),
  ])
  return formatTable(
    rows.map((row) => row.slice(0, columns)),
    width,
  )
}

/** On narrower screens date and path alone stay readable. */
const fourColumns = 60

/** What `--format` may name. */
function fieldsOf({ path = '', tags = [], metadata = {}, ...note }: Found) {
  const { file, vault, title, type, created, updated, size, word_count: words } = note
  const link = `[[${path.replace(/\.md$/i, '')}]]`
  return { path, file, vault, title, type, tags, created, updated, size, words, link, metadata }
}
