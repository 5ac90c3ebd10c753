import { join } from 'node:path'
import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { expandHome, homeFolder } from '../../registry/config-folder.ts'
import type { Cli } from '../cli.ts'
import type { SkillsFolder } from './skills-folder.ts'

export const placeInput = z.object({
  user: z.boolean().default(false),
  /** True without a value; a value has already chosen the vault, as for every command. */
  vault: z.union([z.literal(true), z.string()]).optional(),
})

/** Where skills go: Claude Code's folder of this user, or `.claude` in a vault. */
export async function skillsPlace(given: unknown, cli: Cli): Promise<SkillsFolder> {
  const { user, vault } = placeInput.parse(given)
  if (user && vault !== undefined) {
    throw new VaultError('INVALID_ARGUMENT', 'Give either --user or --vault.', {
      hint: 'For both places run it twice.',
    })
  }
  if (user || (vault === undefined && cli.named.atMostOne() === null)) {
    const chosen = expandHome(cli.env['CLAUDE_CONFIG_DIR'] ?? '', cli.env)
    return { folder: chosen === '' ? join(homeFolder(cli.env), '.claude') : chosen, within: null }
  }
  const { hub } = await cli.app()
  const known = await hub.current()
  if (known === null) {
    throw new VaultError('VAULT_NOT_FOUND', 'No vault is active.', {
      hint: 'Name one with --vault ID, or install for yourself with --user.',
    })
  }
  return { folder: join(known.root, '.claude'), within: known.root }
}
