import { join } from 'node:path'
import { z } from 'zod'
import type { VaultConfig } from '../model/vault-config.ts'
import type { ConfigReading } from './check-config.ts'
import { parseConfig } from './parse-config.ts'
import { describeReadError, readText } from '../files/read-text.ts'
import { vaultConfigPath } from '../files/vault-config-path.ts'
import { vaultConfigSchema } from './vault-config-schema.ts'

export interface VaultConfigReading extends ConfigReading<VaultConfig> {
  /** Whether the vault carries a config of its own. */
  readonly exists: boolean
  /** Whether `permissions.destructive: ask` stands there, and is not only the default. */
  readonly asksInWords: boolean
}

/** Reads what the vault says of itself. A damaged config never keeps a vault shut: its wrong keys have their defaults. */
export async function readVaultConfig(root: string): Promise<VaultConfigReading> {
  let text: string | null
  try {
    text = await readText(join(root, vaultConfigPath))
  } catch (error) {
    const problems = [describeReadError(vaultConfigPath, error)]
    return { ...parseVaultConfig(''), exists: true, asksInWords: false, problems }
  }
  return { ...parseVaultConfig(text ?? ''), exists: text !== null, asksInWords: saysAsk(text ?? '') }
}

export function parseVaultConfig(text: string): ConfigReading<VaultConfig> {
  const { config, notices, problems } = parseConfig(text, {
    schema: vaultConfigSchema,
    accepted: {
      'search.index_path':
        '`search.index_path` has no effect: use `index.path` to choose the folder of the index.',
    },
  })
  return { config, notices: notices.map(nameFile), problems: problems.map(nameFile) }
}

const said = z.looseObject({ permissions: z.looseObject({ destructive: z.literal('ask') }) })

function saysAsk(text: string): boolean {
  // The same reading as the config's own, with all that it says kept.
  const { config } = parseConfig(text, { schema: z.looseObject({}), accepted: {} })
  return said.safeParse(config).success
}

function nameFile(sentence: string): string {
  return `${vaultConfigPath}: ${sentence}`
}
