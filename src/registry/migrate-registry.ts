import { realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isVaultId } from '../model/ids.ts'
import { VaultError } from '../model/vault-error.ts'
import { readText } from '../files/read-text.ts'
import { editYaml } from './edit-yaml.ts'
import { readMapping, withoutPaths } from './read-mapping.ts'
import { parseRegistry, registryFileName } from './read-registry.ts'
import { slugVaultId } from './slug-vault-id.ts'
import { writeAtomically } from './write-atomically.ts'
import { isRecord } from '../model/is-record.ts'

/**
 * Migrates the registry of an earlier flint-note and keeps a copy beside it. Returns the copy's name, or null where
 * nothing was old or the file cannot be migrated, which leaves it as it is.
 */
export async function migrateRegistry(folder: string, now: Date): Promise<string | null> {
  const named = join(folder, registryFileName)
  const file = await realpath(named).catch(() => named)
  const text = await readText(file).catch(() => null)
  const migrated = text === null ? null : migrateRegistryText(text)
  if (text === null || migrated === null) return null
  const backup = join(dirname(file), `config.${now.toISOString().replaceAll(':', '-')}.backup.yml`)
  await writeFile(backup, text, { flag: 'wx', mode: 0o600 })
  await writeAtomically(file, migrated, async () => (await readText(file)) === text)
  return backup
}

/** Null where there is nothing to migrate, or the result would not be a registry either. */
export function migrateRegistryText(text: string): string | null {
  const old = readMapping(text)
  const vaults = old?.['vaults']
  if (old === null || !isRecord(vaults)) return null
  const ids = new Map<string, string>()
  for (const id of Object.keys(vaults)) if (isVaultId(id)) ids.set(id, id)
  for (const id of Object.keys(vaults)) {
    if (!ids.has(id)) ids.set(id, slugVaultId(id, new Set(ids.values())))
  }
  const entries = Object.entries(vaults).map(
    ([id, entry]) => [ids.get(id) ?? id, migrateEntry(entry)] as const,
  )
  const { current_vault: current } = old
  const renewed = {
    ...withoutPaths(old, oldRegistryKeys),
    vaults: Object.fromEntries(entries),
    ...(typeof current === 'string' && { current_vault: ids.get(current) ?? current }),
  }
  if (isDeepStrictEqual(renewed, old)) return null
  const edited = editYaml(text, old, renewed)
  return isRegistry(edited) ? edited : null
}

const oldRegistryKeys = ['version', 'settings']
const oldEntryKeys = ['id', 'created', 'last_accessed']

function migrateEntry(entry: unknown): unknown {
  if (!isRecord(entry)) return entry
  const used = entry['last_used'] ?? entry['last_accessed']
  return { ...withoutPaths(entry, oldEntryKeys), ...(used !== undefined && { last_used: toText(used) }) }
}

/** A time without quotes is a date to some YAML readers. */
function toText(time: unknown): unknown {
  return time instanceof Date ? time.toISOString() : time
}

function isRegistry(text: string): boolean {
  try {
    parseRegistry(text)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
