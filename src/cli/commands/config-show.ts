import { join } from 'node:path'
import { dump } from 'js-yaml/browser'
import { dataFolder } from '../../registry/config-folder.ts'
import { registryFileName } from '../../registry/read-registry.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'

/** `flint config show`: the registry in force, and a vault's own settings where one is named. */
export async function configShow(_given: unknown, cli: Cli): Promise<Outcome> {
  const { hub } = await cli.app()
  const { config: registry } = await hub.registry()
  const current = cli.named.atMostOne() === null ? null : await hub.current()
  const vault = current && (await hub.open(current.id))
  const files = { registry: join(hub.configFolder, registryFileName), data: dataFolder(cli.env) }
  const { paint } = cli.terminal
  return {
    data: {
      files,
      registry,
      ...(vault && { vault: { id: vault.id, config: vault.config, settings: vault.settings } }),
    },
    text: [
      paint('dim', `# ${files.registry}`),
      dump(registry).trimEnd(),
      paint('dim', `# indexes, histories and backups: ${files.data}`),
      ...(vault === null
        ? []
        : [
            '',
            paint('dim', `# vault ${vault.id}: .flint-note/config.yml`),
            dump(vault.config).trimEnd(),
            paint('dim', `# read from .obsidian and .zk`),
            dump(vault.settings).trimEnd(),
          ]),
    ].join('\n'),
  }
}
