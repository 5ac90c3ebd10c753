import type { Ask } from '../../call/question.ts'
import { clearInboxItem } from '../../tools/inbox/clear-inbox-item.ts'
import { getInbox } from '../../tools/inbox/get-inbox.ts'
import { VaultError } from '../../model/vault-error.ts'
import { withOwnQuestion } from '../agree-to.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { countOf, oneLine } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import { describeWritten } from './describe-written.ts'

/** `flint inbox`: what waits there; with --clear those numbers go. */
export async function inbox({ clear, yes }: Given<'inbox'>, cli: Cli): Promise<Outcome> {
  const data = await cli.call(getInbox, { limit: 1_000 })
  if (clear !== undefined) return await clearItems(clear, yes, data, cli)
  if (data.items.length === 0) cli.tell(`${data.path} is empty.`)
  const { paint } = cli.terminal
  // `index` is the tool's and begins with 0; a script needs the number that --clear takes.
  const items = data.items.map((item) => ({ ...item, number: item.index + 1 }))
  const rows = items.map(({ number, timestamp, text }) => [
    paint('bold', `${number}`),
    paint('dim', timestamp ?? ''),
    oneLine(text),
  ])
  return { data: { ...data, items }, text: formatTable(rows, cli.terminal.tableWidth) }
}

/** The numbers are those that `flint inbox` shows: the first is 1. */
async function clearItems(
  numbers: readonly number[],
  yes: boolean,
  { items, path }: { readonly items: readonly { readonly text: string }[]; readonly path: string },
  cli: Cli,
): Promise<Outcome> {
  const missing = numbers.find((number) => items[number - 1] === undefined)
  if (missing !== undefined) throw noItem(missing, path, items.length)
  const indexes = numbers.map((number) => number - 1)
  const remove = async (ask: Ask | null) => {
    const data = await cli.call(clearInboxItem, { indexes, confirm: ask === null }, { ask })
    const done = `${countOf(data.removed_count, 'item')} removed; ${countOf(data.remaining_count, 'item')} left.`
    return { data, text: describeWritten(data, done, cli) }
  }
  if (yes) return await remove(null)
  const show = async () => {
    const now = await cli.call(getInbox, { limit: 1_000 })
    const meant = indexes.flatMap((index) => now.items[index] ?? [])
    for (const { text } of meant) cli.say(`- ${oneLine(text)}`)
    return `Remove ${countOf(meant.length, 'item')}?`
  }
  return await withOwnQuestion({ show, call: remove }, cli)
}

function noItem(number: number, path: string, count: number): VaultError {
  return new VaultError('NOT_FOUND', `${path} has no item ${number}: there are ${count}.`, {
    item_count: count,
    hint: 'flint inbox shows them with their numbers.',
  })
}
