import { listNoteCommits } from '../../page/calls/list-note-commits.ts'
import { listChanges } from '../../tools/admin/list-changes.ts'
import type { OutputOf } from '../../call/tool.ts'
import type { Cli } from '../cli.ts'
import { CliError } from '../cli-error.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fromLocal, timeShown } from '../local-time.ts'
import { oneLine, plainPath, shorten } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { defined } from '../../model/defined.ts'

/** `flint history [NOTE]` */
export async function listHistory(given: Given<'history'>, cli: Cli): Promise<Outcome> {
  const { note, since, by, limit = 20 } = given
  const data = await cli.call(listChanges, {
    limit,
    ...defined({ identifier: note, since: since && fromLocal(since), actor: by }),
  })
  const isFiltered = since !== undefined || by !== undefined
  const commits = note === undefined || isFiltered ? [] : await commitsOf(note, limit, cli)
  const { changes, total, damage = [] } = data
  for (const { message } of damage) cli.tell(message)
  const isNone = changes.length === 0 && commits.length === 0
  if (isNone && isFiltered && damage.length === 0) cli.tell('No change fits.')
  else if (isNone)
    cli.tell(damage.length === 0 ? 'Nothing was changed through flint.' : 'No change is left in the history.')
  else if (changes.length < total) cli.tell(`${changes.length} of ${total} changes; --limit shows more.`)
  const { paint } = cli.terminal
  const head = ['ID', 'TIME', 'BY', 'TOOL', 'FILES'].map((title) => paint('dim', title))
  const inCommit = new Map(commits.flatMap(({ commit, change_ids: ids }) => ids.map((id) => [id, commit])))
  const known = new Set(changes.map(({ change_id: id }) => id))
  const rows = [
    ...changes.map((item) => ({
      time: item.time,
      cells: [
        ...row(item, cli),
        ...(commits.length === 0 ? [] : [(inCommit.get(item.change_id) ?? '').slice(0, 8)]),
      ],
    })),
    // One whose changes all stand here is named beside them.
    ...commits
      .filter(({ change_ids: ids }) => ids.length === 0 || !ids.every((id) => known.has(id)))
      .map((commit) => ({ time: commit.time, cells: commitRow(commit, cli) })),
  ].sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
  if (commits.length > 0) head.push(paint('dim', 'COMMIT'))
  return {
    data: { ...data, ...(commits.length > 0 && { commits }) },
    text: rows.length === 0 ? '' : formatTable([head, ...rows.map(({ cells }) => cells)]),
    ...(isNone && isFiltered && { exitCode: exitCodes.notFound }),
  }
}

type Commits = OutputOf<typeof listNoteCommits>['commits']

/** What git has of a note, where it lies in a repository; why git could not be asked is said. */
async function commitsOf(note: string, limit: number, cli: Cli): Promise<Commits> {
  try {
    return (await cli.call(listNoteCommits, { identifier: note, limit }, { isQuiet: true })).commits
  } catch (error) {
    if (error instanceof CliError && error.content.error.code === 'GIT_ERROR')
      cli.tell(`Its commits are not known: ${error.message}`)
    return []
  }
}

function commitRow(
  { commit, time, author, subject, path }: Commits[number],
  { terminal: { paint } }: Cli,
): readonly string[] {
  const said = path === null ? `${shorten(oneLine(subject), 80)} (removed)` : shorten(oneLine(subject), 80)
  return ['', timeShown(time), oneLine(author), 'git', said, paint('bold', commit.slice(0, 8))]
}

function row(
  item: OutputOf<typeof listChanges>['changes'][number],
  { terminal: { paint } }: Cli,
): readonly string[] {
  const [file] = item.files
  const first =
    file === undefined
      ? ''
      : [file.path, file.new_path]
          .filter((path) => path !== undefined)
          .map(plainPath)
          .join(' → ')
  const more = item.file_count > 1 ? ` and ${item.file_count - 1} more` : ''
  const state =
    item.undone_by !== undefined
      ? ` (undone by ${item.undone_by})`
      : item.undoes !== undefined
        ? ` (undoes ${item.undoes})`
        : item.state === 'interrupted'
          ? ' (interrupted)'
          : ''
  return [
    paint('bold', item.change_id),
    timeShown(item.time),
    oneLine(item.actor),
    item.tool,
    `${shorten(first, 80)}${more}${paint('dim', state)}`,
  ]
}
