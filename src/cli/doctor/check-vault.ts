import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { KnownVault } from '../../model/known-vault.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { VaultHub } from '../../registry/vault-hub.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'
import { checkModel } from './check-embedding.ts'
import { checkIndex } from './check-index.ts'

/** One vault: its folder, what may be done there, its settings and its index. */
export async function checkVault(known: KnownVault, hub: VaultHub): Promise<readonly Finding[]> {
  const findings = await look(known, hub)
  return findings.map((finding) => ({ ...finding, vault: known.id }))
}

async function look(known: KnownVault, hub: VaultHub): Promise<readonly Finding[]> {
  const { id, root } = known
  try {
    await access(root, constants.R_OK | constants.X_OK)
  } catch (error) {
    return [
      problem(
        'folder',
        `${root} cannot be read: ${reasonOf(error)}`,
        `Mount it, or take it off the list: flint remove ${id}`,
      ),
    ]
  }
  try {
    const vault = await hub.open(id)
    const settings = vault.settingsProblems.map((sentence) =>
      warning('settings', sentence, 'The default is used until that is mended.'),
    )
    return [
      await checkWriting(root),
      ...settings,
      ...(await checkIndex(vault)),
      ...(await checkOwnModel(vault)),
    ]
  } catch (error) {
    const hint = error instanceof VaultError ? error.facts.hint : undefined
    return [problem('vault', reasonOf(error), hint ?? `flint reindex --vault ${id}`)]
  }
}

/** A vault may have chosen another model than the user has. */
async function checkOwnModel({
  config,
  vectors,
}: Awaited<ReturnType<VaultHub['open']>>): Promise<readonly Finding[]> {
  const { model } = config.search
  if (model === null || vectors === null) return []
  if (model === 'none') return [ok('embedding model', 'none: search.model of this vault turns it off')]
  return [await checkModel(await vectors.embedder())]
}

async function checkWriting(root: string): Promise<Finding> {
  try {
    await access(root, constants.W_OK)
    return ok('folder', root)
  } catch {
    return warning(
      'folder',
      `${root} may not be written: notes can be read, not changed.`,
      `chmod u+w '${root}', if it is yours.`,
    )
  }
}
