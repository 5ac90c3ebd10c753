import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { VaultPlace } from '../model/known-vault.ts'
import {
  type SaidPermissions,
  saidSchema,
  type VaultConfig,
  vaultConfigSchema,
} from '../model/vault-config.ts'
import type { ConfigReading } from './check-config.ts'
import { limitStranger } from './limit-stranger.ts'
import { parseConfig } from './parse-config.ts'
import { describeEmptyFile, describeReadError } from '../files/read-text.ts'
import { readSettingsFile } from './read-settings-file.ts'
import { vaultConfigPath } from '../model/vault-config-path.ts'

export interface VaultConfigReading extends VaultConfigText {
  /** Whether the vault carries a config of its own. */
  readonly exists: boolean
  /** What it says that does not count until the user registers the vault, a sentence each. */
  readonly ignored: readonly string[]
  /** The file as it was found, to be compared with what is found later. */
  readonly found: FoundConfig
}

type VaultConfigText = Omit<ConfigReading<VaultConfig>, 'unread' | 'written'> & {
  /** What it says of permission itself, and is not only the default. */
  readonly said: SaidPermissions
  /** Why it is not known what may be done in the vault, in a sentence; null where it is. Then nothing may be changed. */
  readonly fault: string | null
}

/** The text of the file, null where there is none, or why it cannot be read. */
export type FoundConfig = { readonly text: string | null } | { readonly problem: string }

/** Reads what the vault says of itself. A damaged config never keeps a vault shut: its wrong keys have their defaults. */
export async function readVaultConfig(place: VaultPlace): Promise<VaultConfigReading> {
  const found = await findVaultConfig(place)
  if ('problem' in found) {
    const { problem } = found
    const rest = { exists: true, ignored: [], found }
    return { ...parseVaultConfig(''), ...rest, problems: [problem], fault: problem }
  }
  const { text } = found
  const reading = parseVaultConfig(text ?? '')
  const rest = { exists: text !== null, found }
  if (place.registered) return { ...reading, ...rest, ignored: [] }
  const { ignored, ...limited } = await limitStranger(place.root, reading.config, reading.said)
  return { ...reading, ...rest, ...limited, ignored: ignored.map(nameFile) }
}

export async function findVaultConfig(place: VaultPlace): Promise<FoundConfig> {
  const file = join(place.root, vaultConfigPath)
  try {
    const text = await readSettingsFile(place, vaultConfigPath)
    // A link whose target is not there says nothing, and was meant to say something.
    if (text === null && isEntry(file)) {
      return { problem: `\`${vaultConfigPath}\` is a link to a file that is not there.` }
    }
    return text === '' ? { problem: describeEmptyFile(vaultConfigPath) } : { text }
  } catch (error) {
    return { problem: describeReadError(vaultConfigPath, error) }
  }
}

function isEntry(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

export function parseVaultConfig(text: string): VaultConfigText {
  const { config, written, notices, problems, unread } = parseConfig(text, {
    schema: vaultConfigSchema(),
    accepted: {
      'search.index_path':
        '`search.index_path` has no effect: use `index.path` to choose the folder of the index.',
    },
  })
  const decisive = unread.find(({ key }) => decides.test(key))
  return {
    config,
    said: saidSchema().parse(written).permissions,
    notices: notices.map(nameFile),
    problems: problems.map(nameFile),
    fault: decisive === undefined ? null : nameFile(decisive.sentence),
  }
}

/** The keys that say what may be done in the vault, and the file as a whole. */
const decides = /^(?:$|permissions\b|deletion\b|workspace_root$)/

function nameFile(sentence: string): string {
  return `${vaultConfigPath}: ${sentence}`
}
