import { vaultErrorContent } from '../../call/vault-error-content.ts'
import { defined } from '../../model/defined.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { toPerson } from '../to-person.ts'
import { noSuchTool } from './tools.ts'
import { readAll } from '../read-all.ts'
import { messageOf } from '../../model/error-code.ts'

/** `flint call TOOL --json ARGUMENTS`: exactly what an agent gets. */
export async function call({ tool, json = '{}', dialect }: Given<'call'>, cli: Cli): Promise<Outcome> {
  const args = readArguments(json === '-' ? await readAll(cli.streams.stdin) : json)
  const all = await (await cli.app()).tools(dialect)
  if (!all.some(({ name }) => name === tool)) {
    const error = vaultErrorContent(noSuchTool(all, tool, dialect), toPerson)
    return { data: { error }, text: '', exitCode: exitCodes.failure }
  }
  const { structuredContent, isError } = await cli.callRaw(tool, args, defined({ dialect }))
  return { data: structuredContent, text: '', ...(isError && { exitCode: exitCodes.failure }) }
}

function readArguments(json: string): object {
  const example = `Quote it for your shell: --json '{"query":"budget"}', or pipe it in with --json -.`
  let args: unknown
  try {
    args = JSON.parse(json)
  } catch (error) {
    const reason = messageOf(error)
    throw new VaultError('INVALID_ARGUMENT', `--json is not JSON: ${reason}`, { hint: example })
  }
  if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args
  throw new VaultError('INVALID_ARGUMENT', '--json must be a JSON object.', { hint: example })
}
