import type { OutputOf } from '../../call/tool.ts'
import { listVaults } from '../../tools/vaults/list-vaults.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, plainPath, shorten } from '../plain-text.ts'
import { formatTable } from '../table.ts'

/** `flint list` */
export async function list(_given: unknown, cli: Cli): Promise<Outcome> {
  const data = await cli.call(listVaults, {})
  const { vaults } = data
  if (vaults.length === 0) {
    cli.tell('There are no vaults yet. Make one: flint create notes "My notes" ~/notes')
    return { data, text: '' }
  }
  const head = ['', 'ID', 'NAME', 'PATH', 'DESCRIPTION'].map((title) => cli.terminal.paint('dim', title))
  return { data, text: formatTable([head, ...vaults.map((vault) => row(vault, cli))]) }
}

function row(
  {
    id,
    name,
    path,
    description,
    is_current: isCurrent,
    source,
  }: OutputOf<typeof listVaults>['vaults'][number],
  { terminal: { paint } }: Cli,
): readonly string[] {
  const from = source === 'registered' ? '' : `(${sourceWords.get(source) ?? source}) `
  return [
    isCurrent ? paint('green', '*') : ' ',
    isCurrent ? paint('bold', id) : id,
    shorten(oneLine(name), 30),
    plainPath(path),
    `${from}${shorten(oneLine(description), 60)}`,
  ]
}

const sourceWords: ReadonlyMap<string, string> = new Map([
  ['project', 'found around this folder'],
  ['root', 'found below a root'],
  ['argument', 'given with --vault'],
])
