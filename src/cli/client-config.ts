import { fileURLToPath } from 'node:url'
import { stringify } from 'smol-toml'
import type { ClientName } from './client-names.ts'

/** How a client starts flint. */
export interface FlintCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What connects a client: where it belongs, and the lines. */
export interface ClientConfig {
  readonly client: ClientName
  readonly title: string
  readonly where: string
  readonly text: string
}

/** The variables that move flint's folders: a server that a client starts must have them too. */
const placeVariables = ['FLINT_CONFIG_DIR', 'FLINT_DATA_DIR']

/**
 * The command that starts this flint: by the package's name where it is installed as one, else by the whole path of
 * this checkout.
 */
export function flintCommand(options: {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly vault: string | null
  readonly main?: string
}): FlintCommand {
  const main = options.main ?? fileURLToPath(new URL('../../app/main.js', import.meta.url))
  const serve = ['serve', ...(options.vault === null ? [] : ['--vault', options.vault])]
  const env = Object.fromEntries(
    placeVariables.flatMap((name) => {
      const value = options.env[name] ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  return /[\\/]node_modules[\\/]/.test(main)
    ? { command: 'npx', args: ['-y', 'flint-note', ...serve], env }
    : { command: process.execPath, args: [main, ...serve], env }
}

/** The lines that connect one client to flint. */
export function clientConfig(client: ClientName, flint: FlintCommand): ClientConfig {
  const { command, args, env } = flint
  const server = { command, args, ...(Object.keys(env).length > 0 && { env }) }
  switch (client) {
    case 'claude-code':
      return { client, title: 'Claude Code', where: 'run in a terminal', text: claudeCommand(flint) }
    case 'claude-desktop':
      return {
        client,
        title: 'Claude Desktop',
        where: 'claude_desktop_config.json (Settings > Developer > Edit Config)',
        text: toJson({ mcpServers: { flint: server } }),
      }
    case 'cursor':
      return {
        client,
        title: 'Cursor',
        where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project',
        text: toJson({ mcpServers: { flint: server } }),
      }
    case 'vscode':
      return {
        client,
        title: 'VS Code',
        where: '.vscode/mcp.json, or "MCP: Open User Configuration"',
        text: toJson({ servers: { flint: { type: 'stdio', ...server } } }),
      }
    case 'codex':
      return {
        client,
        title: 'Codex',
        where: '~/.codex/config.toml',
        text: stringify({ mcp_servers: { flint: server } }).trimEnd(),
      }
    case 'gemini':
      return {
        client,
        title: 'Gemini CLI',
        where: '~/.gemini/settings.json',
        text: toJson({ mcpServers: { flint: server } }),
      }
  }
}

function claudeCommand({ command, args, env }: FlintCommand): string {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  return ['claude', 'mcp', 'add', 'flint', '--scope', 'user', ...variables, '--', command, ...args]
    .map(shellWord)
    .join(' ')
}

/** `it's` → `'it'\''s'`; what needs no quotes stays. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function toJson(value: object): string {
  return JSON.stringify(value, null, 2)
}
