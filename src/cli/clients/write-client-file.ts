import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unifiedDiff } from '../../markdown/text/unified-diff.ts'
import { VaultError } from '../../model/vault-error.ts'
import { makePrivateFolder } from '../../own-files/make-private-folder.ts'
import { homeFolder } from '../../registry/config-folder.ts'
import { writeAtomically } from '../../registry/write-atomically.ts'
import { askToGoOn } from '../agree-to.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { clientTitle } from './client-config.ts'
import { clientFiles } from './client-file.ts'
import type { ClientName } from './client-names.ts'
import type { FlintServer } from './flint-server.ts'
import { type ClientFilePlan, planClientFile, tilde } from './plan-client-file.ts'

/** Adds flint to a client's own settings file, or takes it out where there is no server, after the person has seen the change and agreed. */
export async function writeClientFile(
  client: ClientName,
  server: FlintServer | null,
  { yes }: { readonly yes: boolean },
  cli: Cli,
): Promise<Outcome> {
  const title = clientTitle(client)
  if (client === 'claude-code')
    throw new VaultError('INVALID_ARGUMENT', 'Claude Code writes its settings itself, while it runs.', {
      hint:
        server === null
          ? 'Run claude mcp remove flint --scope user.'
          : 'Run the line that flint config print --client claude-code prints.',
    })
  const file = clientFiles[client]
  const entry = server === null ? null : file.entry(server)
  if (server !== null && entry === null) throw noAddress(title)
  const home = homeFolder(cli.env)
  const plan = await planClientFile(file, entry, { platform: process.platform, home, env: cli.env })
  const shown = tilde(plan.path, home)
  const diff = unifiedDiff(plan.before ?? '', plan.after, { path: shown })
  const said = { client, path: plan.path, ...(plan.real !== plan.path && { real_path: plan.real }), diff }
  if ((plan.before ?? '') === plan.after)
    return {
      data: { ...said, written: false },
      text: server === null ? `${shown} says nothing of flint.` : `${shown} says so already.`,
    }
  if (!yes) {
    if (!cli.canAsk) throw mustConfirm(shown, diff)
    cli.say(diff)
    const where = plan.real === plan.path ? shown : `${shown}, a link to ${tilde(plan.real, home)}`
    const refused = await askToGoOn(`Write ${where}?`, cli, 'Nothing was written.')
    if (refused !== null) return refused
  }
  await write(plan, shown)
  return {
    data: { ...said, written: true },
    text: `${yes ? `${diff}\n` : ''}Written: ${shown}. Start ${title} anew.`,
  }
}

async function write({ real, before, after }: ClientFilePlan, shown: string): Promise<void> {
  makePrivateFolder(dirname(real))
  const isAsSeen = async () => (await readFile(real, 'utf8').catch(() => null)) === before
  if (await writeAtomically(real, after, isAsSeen)) return
  throw new VaultError('CONFLICT', `${shown} was changed meanwhile; nothing was written.`, {
    hint: 'Close the client, then run the command again.',
  })
}

export function noAddress(title: string): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    `The settings of ${title} have no place for the URL of a server.`,
    { hint: 'Leave out --url: it then starts flint itself.' },
  )
}

function mustConfirm(shown: string, diff: string): VaultError {
  return new VaultError('CONFIRMATION_REQUIRED', `Nothing was written. This is what would change:\n${diff}`, {
    path: shown,
    diff,
    hint: 'Run the command again with --yes.',
  })
}
