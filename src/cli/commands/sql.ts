import { searchNotesSql } from '../../tools/search/search-notes-sql.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { textOrPipe } from '../text-or-pipe.ts'

/** `flint sql QUERY` */
export async function sql(given: Given<'sql'>, cli: Cli): Promise<Outcome> {
  const { query, param = [], limit = 1_000, format = 'table' } = given
  const data = await cli.call(searchNotesSql, { query: await textOrPipe(query, cli), params: param, limit })
  const { columns, results, message } = data
  if (message !== undefined) cli.tell(message)
  if (results.length === 0) cli.tell('No row.')
  const rows = [[...columns], ...results.map((row) => columns.map((column) => words(row[column])))]
  const exitCode = results.length === 0 ? exitCodes.notFound : exitCodes.ok
  if (format === 'csv')
    return { data, text: rows.map((row) => row.map(quoted).join(',')).join('\n'), isRaw: true, exitCode }
  const lines = rows.map((row) => row.map(oneLine))
  if (format === 'tsv') return { data, text: lines.map((row) => row.join('\t')).join('\n'), exitCode }
  const { paint, isWatched, width } = cli.terminal
  const [head = [], ...rest] = lines
  const table = [head.map((name) => paint('dim', name)), ...rest]
  return { data, text: formatTable(table, isWatched ? width : undefined), exitCode }
}

function words(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
