import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { formatSize } from '../format-size.ts'
import { formatTable } from '../table.ts'
import { statsShape } from './vault-shape.ts'

const input = z.object({ id: z.string().optional() })

const mark = z.object({ id: z.string(), name: z.string(), is_current: z.boolean() })

const info = z.object({
  stats: statsShape,
  root: z.string(),
  index: z.object({
    state: z.string(),
    freshness: z.string().nullable(),
    lease: z.string(),
    chunks: z.number(),
    pending_vectors: z.number().nullable(),
    model: z.string().nullable(),
    vectors: z.string(),
    vectors_problem: z.string().optional(),
  }),
  watcher: z.string(),
  unparsable: z.array(z.object({ path: z.string(), problem: z.string() })),
  settings_problems: z.array(z.string()),
  kind: z.string(),
})

const several = z.object({
  vaults: z.array(
    mark.extend({ error: z.object({ code: z.string(), message: z.string() }).optional() }).loose(),
  ),
})

/** `flint status`: one vault in detail when it is named, else all of them. */
export async function status(given: unknown, cli: Cli): Promise<Outcome> {
  const { id } = input.parse(given)
  const isOne = id !== undefined || cli.vault !== null
  const data = await cli.call('get_vault_info', {
    detailed: true,
    ...(id !== undefined && { vault_id: id }),
    ...(!isOne && { vault_id: '*' }),
  })
  return { data, text: isOne ? describeOne(data, cli) : describeAll(several.parse(data).vaults, cli) }
}

function describeAll(vaults: z.output<typeof several>['vaults'], { terminal: { paint } }: Cli): string {
  const head = ['', 'ID', 'NOTES', 'SIZE', 'INDEX', 'WATCHER', 'PROBLEMS'].map((title) => paint('dim', title))
  const rows = vaults.map((vault) => {
    const start = [vault.is_current ? paint('green', '*') : ' ', vault.id]
    if (vault.error !== undefined)
      return [...start, '', '', paint('red', 'unavailable'), '', vault.error.message]
    const { stats, index, watcher, unparsable, settings_problems: settings } = info.parse(vault)
    return [
      ...start,
      `${stats.notes}`,
      formatSize(stats.bytes),
      index.state === 'ready' ? index.state : paint('yellow', index.state),
      watcher,
      problemWords(unparsable.length, settings.length, stats.broken_links),
    ]
  })
  return formatTable([head, ...rows])
}

function problemWords(unparsable: number, settings: number, brokenLinks: number): string {
  const words = [
    unparsable > 0 && `${unparsable} unparsable notes`,
    settings > 0 && `${settings} settings problems`,
    brokenLinks > 0 && `${brokenLinks} broken links`,
  ].filter((part) => part !== false)
  return words.length === 0 ? '-' : words.join(', ')
}

function describeOne(data: unknown, { terminal: { paint } }: Cli): string {
  const { vault } = z.object({ vault: mark }).parse(data)
  const { stats, index, watcher, unparsable, settings_problems: settings, root, kind } = info.parse(data)
  const facts: readonly (readonly [string, string])[] = [
    ['vault', `${paint('bold', vault.id)} (${vault.name})${vault.is_current ? ', active' : ''}`],
    ['folder', `${decodeURI(root.replace(/^file:\/\//, ''))} (${kind})`],
    ['notes', `${stats.notes}, ${formatSize(stats.bytes)}, ${stats.words} words`],
    ['links', `${stats.links}, ${stats.broken_links} broken`],
    [
      'index',
      `${index.freshness ?? index.state}${index.lease === 'another process' ? ', kept by another process' : ''}`,
    ],
    ['vectors', describeVectors(index)],
    ['watcher', watcher],
  ]
  return [
    formatTable(facts.map(([key, value]) => [paint('dim', key), value])),
    ...section('Settings problems:', settings, paint),
    ...section(
      'Notes that could not be parsed, and are indexed as text:',
      unparsable.map(({ path, problem }) => `${path}: ${problem}`),
      paint,
    ),
  ].join('\n')
}

function describeVectors(index: z.output<typeof info>['index']): string {
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
  return lines.length === 0 ? [] : ['', paint('yellow', title), ...lines.map((line) => `  ${line}`)]
}
