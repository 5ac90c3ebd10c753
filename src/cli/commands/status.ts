import type { OutputOf } from '../../call/tool.ts'
import { getVaultInfo } from '../../tools/vaults/get-vault-info.ts'
import { defined } from '../../model/defined.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { toPerson } from '../to-person.ts'
import { countOf, formatSize, oneLine } from '../plain-text.ts'
import { formatTable } from '../table.ts'

type Outputs = OutputOf<typeof getVaultInfo>
type One = Exclude<Outputs, { readonly vault?: undefined }>
type Index = NonNullable<One['index']>
type Git = NonNullable<One['git']>
type Part = Exclude<Outputs, One>['vaults'][number]

/** `flint status`: one vault in detail when it is named, else all of them. */
export async function status({ id }: Given<'status'>, cli: Cli): Promise<Outcome> {
  const isNamed = id !== undefined || cli.named.isAny
  const vault = isNamed ? id : '*'
  const data = await cli.call(getVaultInfo, { detailed: true, ...defined({ vault_id: vault }) })
  return { data, text: data.vault === undefined ? describeAll(data.vaults, cli) : describeOne(data, cli) }
}

function describeAll(vaults: readonly Part[], { terminal: { paint } }: Cli): string {
  const head = ['', 'ID', 'NOTES', 'SIZE', 'INDEX', 'WATCHER', 'PROBLEMS'].map((title) => paint('dim', title))
  const rows = vaults.map((vault) => {
    const start = [vault.is_current ? paint('green', '*') : ' ', vault.id]
    if (vault.error !== undefined)
      return [...start, '', '', paint('red', 'unavailable'), '', toPerson(vault.error.message)]
    const { stats = null, index, watcher = '' } = vault
    const state = index?.state ?? 'none'
    return [
      ...start,
      stats === null ? '' : `${stats.notes}`,
      stats === null ? '' : formatSize(stats.bytes),
      state === 'ready' ? state : paint('yellow', state),
      watcher,
      problemsOf(vault).join(', ') || '-',
    ]
  })
  return formatTable([head, ...rows])
}

function problemsOf(vault: Exclude<Part, { readonly error: object }>): readonly string[] {
  const { stats = null, unparsable = [], settings_problems: settings = [], git } = vault
  return [
    ...countAny(unparsable.length, 'unparsable note'),
    ...countAny(settings.length, 'settings problem'),
    ...countAny(stats?.broken_links ?? 0, 'broken link'),
    ...(git === undefined ? [] : gitProblems(git)),
  ]
}

function gitProblems({ conflict_count: conflicts = 0, state, ...git }: Git): readonly string[] {
  const why = git.commits_problem ?? state
  return [
    ...countAny(conflicts, 'note').map((notes) => `${notes} in conflict`),
    ...(why === undefined ? [] : [oneLine(why.replace(/\.$/, ''))]),
  ]
}

function countAny(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [countOf(count, what)]
}

function describeOne(data: One, { terminal: { paint } }: Cli): string {
  const { vault, stats, index, watcher = '', root, kind = 'plain' } = data
  const { unparsable = [], settings_problems: settings = [], git } = data
  const facts = [
    ['vault', `${paint('bold', vault.id)} (${vault.name})${vault.is_current ? ', active' : ''}`],
    ['folder', `${decodeURI(root.replace(/^file:\/\//, ''))} (${kind})`],
    ...(stats === null
      ? []
      : [
          ['notes', `${stats.notes}, ${formatSize(stats.bytes)}, ${countOf(stats.words, 'word')}`],
          ['links', `${stats.links}, ${stats.broken_links} broken`],
        ]),
    ['index', index === undefined ? 'none' : describeIndex(index)],
    ...(index === undefined ? [] : [['vectors', describeVectors(index)]]),
    ['watcher', watcher],
    ...(git === undefined ? [] : [['git', describeGit(git)]]),
  ]
  return [
    formatTable(facts.map(([key = '', value = '']) => [paint('dim', key), value])),
    ...section('Settings problems:', settings, paint),
    ...section('In conflict; flint sync says what to do:', git?.conflicts ?? [], paint),
    ...section(
      'Notes that could not be parsed, and are indexed as text:',
      unparsable.map(({ path, problem }) => `${path}: ${problem}`),
      paint,
    ),
  ].join('\n')
}

function describeGit(git: Git): string {
  const { state, commits_waiting: waiting = 0, commits_problem: problem } = git
  const left = `${countOf(waiting, 'change')} not committed yet`
  const commits = waiting === 0 ? problem : problem === undefined ? left : `${left}: ${problem}`
  const parts = [state === problem ? undefined : state, commits].filter((part) => part !== undefined)
  return parts.length === 0 ? 'in a repository' : parts.join(' ')
}

function describeIndex({ freshness, state, lease }: Index): string {
  return `${freshness ?? state}${lease === 'another process' ? ', kept by another process' : ''}`
}

function describeVectors(index: Index): string {
  const { model, vectors, vectors_problem: problem, pending_vectors: pending, chunks } = index
  if (model === null) return problem ?? 'none: notes are searched by their words'
  const missing = pending === null || pending === 0 ? '' : `, ${pending} still to be made`
  const states: Readonly<Record<string, string>> = {
    unavailable: `; ${problem ?? 'they cannot be made'}`,
    paused: '; paused: flint models resume',
  }
  const state = states[vectors] ?? ''
  return `${model}, ${chunks} passages${missing}${state}`
}

function section(
  title: string,
  lines: readonly string[],
  paint: Cli['terminal']['paint'],
): readonly string[] {
  return lines.length === 0 ? [] : ['', paint('yellow', title), ...lines.map((line) => `  ${oneLine(line)}`)]
}
