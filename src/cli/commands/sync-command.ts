import { syncVault } from '../../page/calls/sync-vault.ts'
import { countOf } from '../count-of.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodeFor } from '../exit-codes.ts'
import { mergeDriver } from '../merge-driver-line.ts'
import { oneLine } from '../plain-text.ts'

/** `flint sync`: commit, fetch, merge, push. */
export async function sync(_: unknown, cli: Cli): Promise<Outcome> {
  cli.openWithoutIndex()
  const data = await cli.call(syncVault({ mergeDriver: mergeDriver() }), {})
  const { committed, received, pushed, remote, relinked, conflicts, refused } = data
  if (!cli.isJson && refused.length > 0) {
    cli.say(`Not followed, because they would run a program: ${refused.map(oneLine).join(', ')}.`)
  }
  const files = (count: number) => countOf(count, 'file')
  const lines = [
    committed === 0 ? 'Nothing to commit.' : `${files(committed)} committed.`,
    ...(received === 0 ? [] : [`${files(received)} received.`]),
    ...(relinked.length === 0 ? [] : [`Links follow what was renamed: ${relinked.map(oneLine).join(', ')}.`]),
    ...(conflicts.length > 0
      ? [
          'In conflict, with both texts and marks between them:',
          ...conflicts.map((path) => `  ${oneLine(path)}`),
          'Keep what is right in each, take the marks out, then run flint sync again.',
        ]
      : [
          remote === null
            ? 'No remote to send to.'
            : pushed
              ? `Sent to ${oneLine(remote)}.`
              : `${oneLine(remote)} has it all.`,
        ]),
  ]
  return { data, text: lines.join('\n'), ...(conflicts.length > 0 && { exitCode: exitCodeFor('CONFLICT') }) }
}
