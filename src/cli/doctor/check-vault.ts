import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { KnownVault } from '../../model/known-vault.ts'
import type { VaultHub } from '../../registry/vault-hub.ts'
import { cureOf, type Finding, ok, problem, warning } from './finding.ts'
import { checkModel } from './check-embedding.ts'
import { checkIndex } from './check-index.ts'
import { errorCode, messageOf } from '../../model/error-code.ts'

/** Checks one vault: its folder, its permissions, its settings and its index. */
export async function checkVault(known: KnownVault, hub: VaultHub): Promise<readonly Finding[]> {
  const findings = await look(known, hub)
  return findings.map((finding) => ({ ...finding, vault: known.id }))
}

async function look(known: KnownVault, hub: VaultHub): Promise<readonly Finding[]> {
  const { id, root } = known
  const absent = await checkReading(known)
  if (absent !== null) return [absent]
  try {
    const vault = await hub.open(id)
    return [
      await checkWriting(root),
      ...checkSettings(vault),
      ...(await checkIndex(vault)),
      ...(await checkHistory(vault)),
      ...(await checkOwnModel(vault)),
    ]
  } catch (error) {
    return [problem('vault', messageOf(error), cureOf(error) ?? `flint reindex --vault ${id}`)]
  }
}

/** Reads all of an open vault's change history, and reports lost changes as long as a damaged file exists. */
async function checkHistory({ changes }: OpenVault): Promise<readonly Finding[]> {
  try {
    await changes.verify()
  } catch (error) {
    return [problem('history', messageOf(error), cureOf(error) ?? 'See the log (--log-level debug).')]
  }
  const damages = changes.damages()
  if (damages.length === 0) return [ok('history', 'whole')]
  return damages.map(({ message }) =>
    warning(
      'history',
      message,
      'The notes are as they are; undoing is what is lost. This is told until you remove that file.',
    ),
  )
}

/** Null where the folder exists and can be read. */
async function checkReading({ id, root }: KnownVault): Promise<Finding | null> {
  const remove = `take it off the list: flint remove ${id}`
  try {
    if (!(await stat(root)).isDirectory())
      return problem('folder', `${root} is no folder.`, `Put the folder back, or ${remove}`)
    await access(root, constants.R_OK | constants.X_OK)
    return null
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return problem('folder', `${root} is not there.`, `Mount its drive, or ${remove}`)
      case 'EACCES':
      case 'EPERM':
        return problem('folder', `${root} may not be read.`, `chmod u+rx '${root}', if it is yours.`)
      default:
        return problem(
          'folder',
          `${root} cannot be read: ${messageOf(error)}`,
          `See to its drive, or ${remove}`,
        )
    }
  }
}

type OpenVault = Awaited<ReturnType<VaultHub['open']>>

function checkSettings({ condition: { readOnly }, reading }: OpenVault): readonly Finding[] {
  const fault = readOnly?.cause === 'settings' ? readOnly.why : null
  const mend = 'Mend .flint-note/config.yml: until then the vault is read-only.'
  const trust = 'If you trust whoever wrote that: flint create ID NAME PATH registers the vault.'
  const warnings = (sentences: readonly string[], fix: string) =>
    sentences.filter((sentence) => sentence !== fault).map((sentence) => warning('settings', sentence, fix))
  return [
    ...(fault === null ? [] : [problem('settings', fault, mend)]),
    ...warnings(reading.problems, 'The default is used until that is mended.'),
    ...warnings(reading.notices, 'Take the key out, or mend its name.'),
    ...warnings(reading.ignored, trust),
  ]
}

/** A vault may have chosen another model than the user has. */
async function checkOwnModel({ config, vectors }: OpenVault): Promise<readonly Finding[]> {
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
