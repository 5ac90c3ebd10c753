import { z } from 'zod'
import { listNotes } from '../../tools/notes/list-notes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatFields } from '../format-fields.ts'
import { dayShown, fromLocal } from '../local-time.ts'
import { rootOf } from '../root-of.ts'
import { oneLine } from '../plain-text.ts'
import { readPages } from '../read-pages.ts'
import { formatTable } from '../table.ts'
import { linkTo } from '../terminal-link.ts'
import { join } from 'node:path'
import { defined } from '../../model/defined.ts'

const input = z.object({
  type: z.string().optional(),
  tag: z.array(z.string()).optional(),
  dir: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  linksTo: z.array(z.string()).optional(),
  linkedFrom: z.array(z.string()).optional(),
  orphans: z.boolean().default(false),
  broken: z.boolean().default(false),
  sort: z.string().optional(),
  limit: z.number().optional(),
  format: z.string().optional(),
  path: z.boolean().default(false),
  print0: z.boolean().default(false),
  all: z.boolean().default(false),
})

type Listed = OutputOf<typeof listNotes>['notes'][number]

/** How many notes a terminal is shown where nobody says; a pipe gets all. */
const shownHere = 50

/** `flint notes`: those that fit, the newest first. */
export async function notes(given: unknown, cli: Cli): Promise<Outcome> {
  const { limit, format, path, print0, ...filters } = input.parse(given)
  const most = limit ?? (cli.terminal.isWatched && !cli.isJson ? shownHere : Infinity)
  const args = {
    ...(filters.type !== undefined && { type: filters.type }),
    ...(filters.tag !== undefined && { tags: filters.tag.map((name) => name.replace(/^#/, '')) }),
    ...defined({
      directory: filters.dir,
      since: filters.since && fromLocal(filters.since),
      until: filters.until && fromLocal(filters.until, 'last'),
      links_to: filters.linksTo,
      linked_from: filters.linkedFrom,
    }),
    ...(filters.orphans && { is_orphan: true }),
    ...(filters.broken && { has_broken_links: true }),
    ...(filters.sort !== undefined && { sort: filters.sort }),
    ...(filters.all && { vault_id: '*' }),
  }
  let vault: string | undefined
  const { items, total } = await readPages(most, async (page) => {
    const data = await cli.call(listNotes, { ...args, ...page })
    vault = data.vault?.id ?? vault
    if (data.message !== undefined && page.cursor === undefined && !cli.isJson) cli.say(data.message)
    return { items: data.notes, total: data.total, next: data.next_cursor }
  })
  const found = await withFiles(items, vault, cli)
  if (!cli.isJson) {
    if (total === 0) cli.say('No note.')
    else if (found.length < total) cli.say(`${found.length} of ${total} notes; --limit shows more.`)
  }
  const text = textOf(found, { format, path, print0 }, cli)
  return {
    data: { notes: items, total },
    text,
    ...(path && { isRaw: true }),
    ...(print0 && { isExact: true }),
    ...(total === 0 && { exitCode: exitCodes.notFound }),
  }
}

interface Found extends Listed {
  readonly vault_id?: string | undefined
  readonly vault: string
  readonly file: string
}

async function withFiles(
  items: readonly (Listed & { readonly vault_id?: string | undefined })[],
  vault: string | undefined,
  cli: Cli,
): Promise<readonly Found[]> {
  const roots = new Map<string, string>()
  for (const id of new Set(items.map((item) => item.vault_id ?? vault ?? '')))
    roots.set(id, await rootOf(cli, id))
  return items.map((item) => {
    const id = item.vault_id ?? vault ?? ''
    return { ...item, vault: id, file: join(roots.get(id) ?? '', item.path ?? '') }
  })
}

interface Ways {
  readonly format: string | undefined
  readonly path: boolean
  readonly print0: boolean
}

function textOf(found: readonly Found[], { format, path, print0 }: Ways, cli: Cli): string {
  const { paint, tableWidth: width, isWatched } = cli.terminal
  if (format !== undefined) {
    const isShown = isWatched
    const lines = found.map((note) => formatFields(format, fieldsOf(note), isShown ? oneLine : undefined))
    return print0 ? lines.map((line) => `${line}\0`).join('') : lines.join('\n')
  }
  if (print0) return found.map(({ file }) => `${isWatched ? oneLine(file) : file}\0`).join('')
  if (path) return found.map(({ file }) => file).join('\n')
  const columns = width < fourColumns ? 2 : 4
  const rows = found.map((note) => [
    paint('dim', dayShown(note.updated ?? '')),
    linkTo(note.file, paint('bold', oneLine(placed(note))), cli.terminal),
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

function placed({ vault_id: vault, path = '' }: Found): string {
  return vault === undefined ? path : `${vault}: ${path}`
}

/** What `--format` may name. */
function fieldsOf({
  file,
  vault,
  path = '',
  title,
  type,
  tags,
  created,
  updated,
  size,
  word_count,
  metadata,
}: Found) {
  return {
    ...{ path, file, vault, title, type, tags: tags ?? [], created, updated, size, words: word_count },
    link: `[[${path.replace(/\.md$/i, '')}]]`,
    metadata: metadata ?? {},
  }
}
