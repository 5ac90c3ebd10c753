import { VaultError } from '../../model/vault-error.ts'
import { checkToolsets } from '../../call/pick-tools.ts'
import type { Cli } from '../cli.ts'
import { clientConfig, clientTitle } from '../clients/client-config.ts'
import { clientNames } from '../clients/client-names.ts'
import { type FlintServer, flintCommand } from '../clients/flint-server.ts'
import { noAddress, writeClientFile } from '../clients/write-client-file.ts'
import type { Given, Outcome } from '../command.ts'

/**
 * `flint config print`: for one client just the lines to paste, for all of them with their names. `--write` puts them
 * where the client reads them, `--remove` takes them out there.
 */
export async function configPrint(given: Given<'config print'>, cli: Cli): Promise<Outcome> {
  const { client, write, remove, yes } = given
  const server = remove ? null : await serverOf(given, cli)
  if (write || server === null) {
    if (client !== undefined) return await writeClientFile(client, server, { yes }, cli)
    throw new VaultError('INVALID_ARGUMENT', 'Whose settings shall be written?', {
      hint: `Name one with --client: ${clientNames.slice(1).join(', ')}.`,
    })
  }
  const names = client === undefined ? clientNames : [client]
  const configs = names.flatMap((name) => clientConfig(name, server) ?? [])
  if (client !== undefined && configs.length === 0) throw noAddress(clientTitle(client))
  const { paint, paintMessage } = cli.terminal
  if (client !== undefined) for (const { where } of configs) cli.tell(paintMessage('dim', where))
  return {
    data: { clients: configs },
    text: configs
      .map(({ title, where, text }) =>
        client === undefined ? `${paint('bold', title)}: ${where}\n\n${text}\n` : text,
      )
      .join('\n'),
  }
}

async function serverOf(
  { url, token, toolsets = [], readOnly }: Given<'config print'>,
  cli: Cli,
): Promise<FlintServer> {
  if (url === undefined) {
    if (token !== undefined) throw misused('--token is for a server at an address.', 'Give its --url, too.')
    checkToolsets({ toolsets })
    return flintCommand({ env: cli.env, vault: await vaultArgument(cli), toolsets, readOnly })
  }
  if (toolsets.length > 0 || readOnly || cli.named.atMostOne() !== null)
    throw misused(
      'A server at an address has its tools and vaults from where it was started.',
      'Leave out --vault, --toolsets and --read-only, and give a token that reads only: flint token create --read-only.',
    )
  if (!(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    throw misused(`"${url}" is no address of a server.`, 'Give one like http://127.0.0.1:1065/mcp.')
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw misused('This is no token.', 'Give what flint token create printed.')
  return { kind: 'address', url, token: token ?? null }
}

function misused(message: string, hint: string): VaultError {
  return new VaultError('INVALID_ARGUMENT', message, { hint })
}

/** The vault as a client must name it, whatever folder it starts the server in. */
async function vaultArgument(cli: Cli): Promise<string | null> {
  const vault = cli.named.atMostOne()
  if (vault === null) return null
  const { hub } = await cli.app()
  const known = await hub.current()
  if (known === null) return vault
  return known.registered ? known.id : known.root
}
