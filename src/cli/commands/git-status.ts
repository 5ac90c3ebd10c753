import { repositoryStatus } from '../../git/repository-status.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { countOf, oneLine, plainPath } from '../plain-text.ts'
import { repositoryNear } from '../repository-near.ts'

/** `flint git status` */
export async function gitStatus(_: unknown, cli: Cli): Promise<Outcome> {
  const near = await repositoryNear(cli)
  const data =
    near === null
      ? await askVault(cli)
      : { ...near.mark, ...(await repositoryStatus(near.repository, cli.statusAhead)) }
  const {
    state,
    branch,
    remote,
    ahead,
    behind,
    changed,
    changed_count: count,
    conflicts,
    repositories,
    merges_notes: merges,
    refused,
  } = data
  const lines = [
    `branch     ${branch === null ? 'none' : oneLine(branch)}${remote === null ? '' : `, goes to ${oneLine(remote)}`}`,
    ...(state === 'ready' ? [] : [`state      ${state}`]),
    ...(ahead !== null && behind !== null
      ? [`commits    ${ahead} to send, ${behind} to take in`]
      : remote === null
        ? []
        : [`commits    nothing is known yet of this branch at ${oneLine(remote)}`]),
    `changed    ${count === 0 ? 'nothing' : countOf(count, 'file')}`,
    ...changed.slice(0, 20).map((path) => `           ${plainPath(path)}`),
    ...(conflicts.length === 0
      ? []
      : [
          'conflicts  in these; flint sync says what to do:',
          ...conflicts.map((path) => `           ${plainPath(path)}`),
        ]),
    ...(repositories.length === 0
      ? []
      : [
          `apart      repositories of their own, of which nothing is sent: ${repositories.map(plainPath).join(', ')}`,
        ]),
    `merges     ${merges ? 'by flint' : 'by git alone; flint git setup changes that'}`,
    ...(refused.length === 0 ? [] : [`ignored    ${refused.map(oneLine).join(', ')}`]),
  ]
  return { data, text: lines.join('\n') }
}

async function askVault(cli: Cli) {
  const { getGitStatus } = await import('../../page/calls/get-git-status.ts')
  cli.openWithoutIndex()
  return await cli.call(getGitStatus, {})
}
