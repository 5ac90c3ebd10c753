import { planSetup, setUpDriver } from '../../git/merge-driver.ts'
import { unifiedDiff } from '../../markdown/text/unified-diff.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { mergeDriver } from '../merge-driver-line.ts'
import { agreeTo } from '../agree-to.ts'
import { repositoryHere } from '../repository-here.ts'

/** `flint git setup`: shows what it would put into the repository's own files, and does so once that is agreed to. */
export async function gitSetup({ yes }: Given<'git setup'>, cli: Cli): Promise<Outcome> {
  const repository = await repositoryHere(cli)
  const setup = await planSetup(repository, mergeDriver())
  if (setup.isThere) return { data: { changed: false }, text: 'Notes are merged by flint already.' }
  const settings = [...setup.settings].map(([name, value]) => `+ ${name} = ${value}`)
  const diff = unifiedDiff(setup.before, setup.after, { path: '.git/info/attributes' })
  await agreeTo(cli, {
    text: ['.git/config', ...settings, diff].join('\n'),
    question: 'Put that there?',
    yes,
  })
  await setUpDriver(repository, setup)
  return { data: { changed: true }, text: 'git merges notes with flint in this repository now.' }
}
