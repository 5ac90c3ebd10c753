import { listVaults } from '../../tools/vaults/list-vaults.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { oneLine, shorten } from '../plain-text.ts'
import { formatTable } from '../table.ts'
import type { VaultShown } from './vault-shown.ts'

/** `flint list` */
export async function list(_given: unknown, cli: Cli): Promise<Outcome> {
  const data = await cli.call(listVaults, {})
  const { vaults } = data
  if (!cli.isJson && vaults.length === 0) {
    cli.say('There are no vaults yet. Make one: flint create notes "My notes" ~/notes')
  }
  return {
    data,
    text: vaults.length === 0 ? '' : formatTable([head(cli), ...vaults.map((vault) => row(vault, cli))]),
  }
}

function head({ terminal: { paint } }: Cli): readonly string[] {
  return ['', 'ID', 'NAME', 'PATH', 'DESCRIPTION'].map((title) => paint('dim', title))
}

function row(
  { id, name, path, description, is_current: isCurrent, source }: VaultShown,
  { terminal: { paint } }: Cli,
): readonly string[] {
  const from = source === 'registered' ? '' : `(${sourceWords.get(source) ?? source}) `
  return [
    isCurrent ? paint('green', '*') : ' ',
    isCurrent ? paint('bold', id) : id,
    shorten(oneLine(name), 30),
    oneLine(path),
    `${from}${shorten(oneLine(description), 60)}`,
  ]
}

const sourceWords: ReadonlyMap<string, string> = new Map([
  ['project', 'found around this folder'],
  ['root', 'found below a root'],
  ['argument', 'given with --vault'],
])
