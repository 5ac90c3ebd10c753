import { join } from 'node:path'
import { listNotesOfDay } from '../../page/calls/list-notes-of-day.ts'
import { isIsoDate } from '../../model/is-iso-date.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { linkTo, rootOf } from '../file-of.ts'
import { oneLine, plainPath } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { localDay } from '../../model/local-day.ts'

/** `flint on-this-day [DATE]`: what the same day of earlier years left. */
export async function onThisDay({ date, path }: Given<'on-this-day'>, cli: Cli): Promise<Outcome> {
  const day = date ?? localDay(new Date())
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isIsoDate(day)) {
    throw new VaultError('INVALID_ARGUMENT', `"${day}" is no day.`, { hint: 'Write it as 2026-01-31.' })
  }
  const data = await cli.call(listNotesOfDay, { day: day.slice(5) })
  const root = await rootOf(cli, data.vault.id)
  const notes = data.notes
    .map(({ path: id, title, day: of }) => ({ id, title, day: of }))
    .filter((note) => note.day.endsWith(day.slice(4)) && note.day < day)
    .sort((a, b) => (a.day < b.day ? 1 : -1))
  if (notes.length === 0) cli.tell(`No earlier year has a note of ${day.slice(5)}.`)
  const { paint } = cli.terminal
  const text = path
    ? notes.map(({ id }) => join(root, id)).join('\n')
    : formatTable(
        notes.map(({ id, title, day: of }) => [
          paint('dim', of),
          linkTo(join(root, id), paint('bold', plainPath(id)), cli.terminal),
          oneLine(title),
        ]),
        cli.terminal.tableWidth,
      )
  const exitCode = notes.length === 0 ? exitCodes.notFound : exitCodes.ok
  return { data: { notes, vault: data.vault }, text, isRaw: path, exitCode }
}
