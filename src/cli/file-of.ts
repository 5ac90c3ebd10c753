import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Cli } from './cli.ts'
import type { Terminal } from './terminal.ts'

/** The absolute path of a note or another file of a vault. */
export async function fileOf(cli: Cli, vault: string, path: string): Promise<string> {
  return join(await rootOf(cli, vault), path)
}

/** What may lie in one of several vaults, as results of tools have it. */
interface Placed {
  readonly vault_id?: string | undefined
  readonly path?: string | undefined
}

/** Tells the absolute paths of items; `vault` is that of those that name none. */
export async function filesOf(
  items: readonly Placed[],
  vault: string | undefined,
  cli: Cli,
): Promise<(item: Placed) => string> {
  const roots = new Map<string, string>()
  const vaultOf = (item: Placed) => item.vault_id ?? vault ?? ''
  for (const id of new Set(items.map(vaultOf))) roots.set(id, await rootOf(cli, id))
  return (item) => join(roots.get(vaultOf(item)) ?? '', item.path ?? '')
}

/** `vault: path` where several vaults are looked through. */
export function placeOf({ vault_id: vault, path = '' }: Placed): string {
  return vault === undefined ? path : `${vault}: ${path}`
}

/** The folder of a vault that a call was about. */
export async function rootOf(cli: Cli, vault: string): Promise<string> {
  return (await vaultOf(cli, vault)).root
}

/** The open vault that a call was about. */
export async function vaultOf(cli: Cli, vault: string) {
  const { hub } = await cli.app()
  const { id } = await hub.find(vault)
  return await hub.open(id)
}

const escape = '\u001b]8;;'
const end = '\u001b\\'

/** A text that opens the file when it is clicked, where the terminal shows such links. */
export function linkTo(file: string, text: string, { hasLinks }: Pick<Terminal, 'hasLinks'>): string {
  return hasLinks && text !== '' ? `${escape}${pathToFileURL(file).href}${end}${text}${escape}${end}` : text
}
