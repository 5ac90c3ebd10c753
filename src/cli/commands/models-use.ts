import { isAbsolute } from 'node:path'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { chooseModel, chooseVaultModel } from '../../registry/choose-model.ts'
import { expandHome, fromWorkingFolder } from '../../registry/config-folder.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

const input = z.object({ model: z.string().min(1) })
const embedded = 'use-lite-en-v1'

/**
 * `flint models use MODEL`: sets the model in the registry, for this user, or with `--vault` in the vault's own config,
 * for everybody who opens it. The model must be on this machine.
 */
export async function modelsUse(given: unknown, cli: Cli): Promise<Outcome> {
  const { model: words } = input.parse(given)
  const app = await cli.app()
  const wanted = await toSetting(words, cli)
  const isDefault = wanted === 'default'
  const shelf = await app.models()
  if (wanted !== 'none' && !isDefault) await shelf.find(wanted)
  const fault = isDefault || wanted === 'none' || wanted === embedded ? null : shelf.fault
  const { paint } = cli.terminal
  const named = cli.named.atMostOne()
  if (named === null) {
    const model = isDefault ? embedded : wanted
    await chooseModel(app.hub.configFolder, model)
    return { data: { model, vault: null }, text: said(model, 'your vaults', paint('bold', model), fault) }
  }
  const vault = await app.hub.current()
  if (vault === null) throw new VaultError('VAULT_NOT_FOUND', `There is no vault "${named}".`)
  if (wanted !== 'none' && isAbsolute(wanted))
    throw new VaultError(
      'INVALID_ARGUMENT',
      'A vault cannot name a folder: others who open it have none there.',
      {
        hint: 'Leave out --vault to use it for all your vaults.',
      },
    )
  const model = isDefault ? null : wanted
  // VAULT_UNAVAILABLE where its drive is away: nothing must be made in the mount point.
  await app.hub.open(vault.id)
  await chooseVaultModel(vault, model)
  return {
    data: { model, vault: vault.id },
    text:
      model === null
        ? `${vault.id} leaves the model to whoever opens it.`
        : said(model, vault.id, paint('bold', model), fault),
  }
}

function said(model: string, whose: string, shown: string, fault: string | null): string {
  if (model === 'none') return `Search by meaning is off for ${whose}.`
  return `${shown} is the model for ${whose}. ${fault ?? 'Vectors are made with it in the background.'}`
}

/** An id stays as it is; a folder becomes its absolute path. */
async function toSetting(words: string, { cwd, env }: Cli): Promise<string> {
  const path = expandHome(words, env)
  if (!/[/\\]/.test(path) && path !== '.') return path
  const whole = fromWorkingFolder(cwd, path)
  const isFolder = await stat(whole).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) return whole
  throw new VaultError('NOT_FOUND', `There is no folder ${words}.`, {
    hint: 'Give the id of a model, or the folder that holds one.',
  })
}
