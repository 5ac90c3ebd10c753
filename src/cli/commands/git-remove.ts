import { planRemoval, removeDriver } from '../../git/merge-driver.ts'
import { unifiedDiff } from '../../markdown/text/unified-diff.ts'
import { agreeTo } from '../agree-to.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { repositoryHere } from '../repository-here.ts'

/** `flint git remove`: takes out what `flint git setup` put in. */
export async function gitRemove({ yes }: Given<'git remove'>, cli: Cli): Promise<Outcome> {
  const repository = await repositoryHere(cli)
  const removal = await planRemoval(repository)
  if (!removal.isThere)
    return { data: { changed: false }, text: 'There is nothing of flint in this repository.' }
  const diff = unifiedDiff(removal.before, removal.after, { path: '.git/info/attributes' })
  await agreeTo(cli, {
    text: ['.git/config', '- merge.flint', diff].join('\n'),
    question: 'Take that out?',
    yes,
  })
  await removeDriver(repository, removal)
  return { data: { changed: true }, text: 'git merges notes by itself in this repository now.' }
}
