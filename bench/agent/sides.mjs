import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileServer } from '../peers/file-server.mjs'
import { foam } from '../peers/foam.mjs'
import { mcpvault } from '../peers/mcpvault.mjs'
import { obsidianMcp } from '../peers/obsidian-mcp.mjs'
import { qmd } from '../peers/qmd.mjs'
import { jobs } from './jobs.mjs'
import { fileServerJobs } from './sides/file-server.mjs'
import { foamJobs } from './sides/foam.mjs'
import { mcpvaultJobs } from './sides/mcpvault.mjs'
import { obsidianMcpJobs } from './sides/obsidian-mcp.mjs'
import { qmdJobs } from './sides/qmd.mjs'

/** flint as one of those that do the jobs. Its calls answer with what it says, those of the others with text and structure. */
export function flintSide({ server, node }) {
  return {
    name: 'flint',
    main: server,
    node,
    serverArgs: ({ vault }) => ['serve', '--vault', vault],
    prepare({ home }) {
      mkdirSync(join(home, 'config'), { recursive: true })
      writeFileSync(join(home, 'config', 'config.yml'), 'search:\n  model: none\n')
    },
    env: ({ home }) => ({ FLINT_CONFIG_DIR: join(home, 'config'), FLINT_DATA_DIR: join(home, 'data') }),
    async untilReady(started) {
      while ((await started.call('get_vault_info')).freshness !== undefined) await wait(50)
    },
    answer: ({ structuredContent }) => structuredContent,
    jobs: Object.fromEntries(jobs.map(({ id, run }) => [id, run])),
  }
}

/** How each peer does the jobs that it can do. */
export const peerSides = new Map([
  [mcpvault, mcpvaultJobs],
  [obsidianMcp, obsidianMcpJobs],
  [foam, foamJobs],
  [qmd, qmdJobs],
  [fileServer, fileServerJobs],
])
