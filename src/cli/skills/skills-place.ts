import { join } from 'node:path'
import { VaultError } from '../../model/vault-error.ts'
import { expandHome, homeFolder } from '../../registry/config-folder.ts'
import type { Cli } from '../cli.ts'
import type { Given } from '../command.ts'
import type { SkillsFolder } from './skills-folder.ts'

/** Where skills go: Claude Code's folder of this user, or `.claude` in a vault, which a value of `--vault` has chosen already. */
export async function skillsPlace({ user, vault }: Given<'skill list'>, cli: Cli): Promise<SkillsFolder> {
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
