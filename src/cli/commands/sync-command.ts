import type { OutputOf } from '../../call/tool.ts'
import { lookFirst } from '../../git/first-look.ts'
import { printable } from '../../model/lossless-text.ts'
import type { syncVault } from '../../page/calls/sync-vault.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodeFor } from '../exit-codes.ts'
import { countOf, oneLine, plainPath } from '../plain-text.ts'
import { repositoryNear } from '../repository-near.ts'

/** `flint sync`: commit, fetch, merge, push. */
export async function sync(_: unknown, cli: Cli): Promise<Outcome> {
  const data = await dataOf(cli)
  const { committed, settled, received, pushed, remote, relinked, repositories, conflicts, refused } = data
  const { taken_back: takenBack, made_anew: madeAnew } = data
  if (refused.length > 0) {
    cli.tell(`Not followed, because they would run a program: ${refused.map(oneLine).join(', ')}.`)
  }
  const files = (count: number) => countOf(count, 'file')
  const lines = [
    ...(settled ? ['The conflicts are settled.'] : []),
    ...(committed > 0 ? [`${files(committed)} committed.`] : settled ? [] : ['Nothing to commit.']),
    ...(takenBack.length === 0
      ? []
      : [`As before the last sync, which takes back what others had sent: ${named(takenBack)}.`]),
    ...(received === 0 ? [] : [`${files(received)} received.`]),
    ...(relinked.length === 0
      ? []
      : [`Links follow what was renamed: ${relinked.map(plainPath).join(', ')}.`]),
    ...(repositories.length === 0
      ? []
      : [`Repositories of their own, of which nothing is sent: ${named(repositories)}.`]),
    ...(conflicts.length > 0
      ? describeConflicts(data)
      : [
          remote === null
            ? 'No remote to send to.'
            : pushed
              ? `Sent to ${oneLine(remote)}.${madeAnew === null ? '' : gone(oneLine(remote), oneLine(madeAnew))}`
              : `${oneLine(remote)} has it all.`,
        ]),
  ]
  return { data, text: lines.join('\n'), ...(conflicts.length > 0 && { exitCode: exitCodeFor('CONFLICT') }) }
}

function gone(remote: string, branch: string): string {
  return ` ${remote} no longer had ${branch}, and has it again. If it has another name there: git branch --set-upstream-to=${remote}/NAME`
}

type Data = OutputOf<ReturnType<typeof syncVault>>

async function dataOf(cli: Cli): Promise<Data> {
  const near = await repositoryNear(cli)
  const look = near?.mayWrite === true ? await lookFirst(near.repository, cli.statusAhead, cli.signal) : null
  if (near !== null && look?.isInStep === true)
    return {
      ...near.mark,
      ...nothing,
      repositories: look.repositories.map(printable),
      remote: look.remote,
      refused: [...near.repository.notFollowed],
    }
  const [{ syncVault }, { mergeDriver }] = await Promise.all([
    import('../../page/calls/sync-vault.ts'),
    import('../merge-driver-line.ts'),
  ])
  cli.openWithoutIndex()
  const found = near && { ...near, fetch: look?.fetch ?? null }
  return await cli.call(syncVault({ mergeDriver: mergeDriver(), found }), {})
}

const nothing = {
  made_anew: null,
  committed: 0,
  settled: false,
  received: 0,
  relinked: [],
  pushed: false,
  taken_back: [],
  conflicts: [],
  undecided: [],
}

function describeConflicts({ conflicts, undecided }: Data): readonly string[] {
  const marked = conflicts.filter((path) => undecided.every((one) => one.path !== path))
  const markedLines = [
    'In conflict, with both texts and marks between them:',
    ...marked.map((path) => `  ${plainPath(path)}`),
    'Keep what is right in each, take the marks out, then run flint sync again.',
  ]
  const kinds = (
    ['removed there', 'removed here', 'two names', 'one of two', 'marks alone'] as const
  ).flatMap((kind) => {
    const paths = undecided.filter((one) => one.kind === kind).map(({ path }) => plainPath(path))
    return paths.length === 0
      ? []
      : [
          saidOf[kind],
          ...paths.flatMap((path) => [
            `  ${path}`,
            ...(kind === 'marks alone' ? [] : [`    ${commandsFor(path)}`]),
          ]),
        ]
  })
  return [
    ...(marked.length > 0 ? markedLines : []),
    ...kinds,
    ...(kinds.length > 0 ? ['Nothing is sent before that is decided. Then run flint sync again.'] : []),
  ]
}

const saidOf = {
  'removed there': 'In conflict: others have removed what you have changed. Your text is still there:',
  'removed here': 'In conflict: others have changed what you have removed. Their text is there again:',
  'two names':
    'In conflict: both sides gave a file another name, and it is there under both, with marks where both wrote. Keep it under one of them:',
  'one of two':
    'In conflict: both sides made something else of these, and only one can stand there (of a card in a canvas both do):',
  'marks alone':
    'With the marks of a conflict, though no merge is under way. Take them out; or keep them, in a code block or by a commit of git:',
} as const

/** Found from the top of the repository, wherever they are called. */
function commandsFor(path: string): string {
  const quoted = `':/${path.replaceAll("'", "'\\''")}'`
  return `keep it as it is: git add ${quoted}    or remove it: git rm ${quoted}`
}

const mostNamed = 20

function named(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return paths.slice(0, mostNamed).map(plainPath).join(', ') + more
}
