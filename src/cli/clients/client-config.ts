import { stringify as toToml } from 'smol-toml'
import { stringify as toYaml } from 'yaml'
import { type ClientFile, clientFiles } from './client-file.ts'
import type { ClientName } from './client-names.ts'
import { type FlintServer, headersOf } from './flint-server.ts'

/** What connects a client: where it belongs, and the lines. */
export interface ClientConfig {
  readonly client: ClientName
  readonly title: string
  readonly where: string
  readonly text: string
}

const titles: Readonly<Record<ClientName, readonly [title: string, where: string]>> = {
  'claude-code': ['Claude Code', 'run in a terminal'],
  'claude-desktop': ['Claude Desktop', 'claude_desktop_config.json (Settings > Developer > Edit Config)'],
  cursor: ['Cursor', '~/.cursor/mcp.json, or .cursor/mcp.json in a project'],
  vscode: ['VS Code', '.vscode/mcp.json, or "MCP: Open User Configuration"'],
  codex: ['Codex', '~/.codex/config.toml'],
  gemini: ['Gemini CLI', '~/.gemini/settings.json'],
  opencode: ['opencode', '~/.config/opencode/opencode.json, or opencode.json in a project'],
  zed: ['Zed', 'settings.json ("zed: open settings file")'],
  windsurf: ['Windsurf', '~/.codeium/windsurf/mcp_config.json'],
  cline: ['Cline', 'cline_mcp_settings.json (MCP Servers > Configure)'],
  goose: ['Goose', '~/.config/goose/config.yaml'],
}

/** The lines that connect one client to flint; null where its settings cannot name a server by address. */
export function clientConfig(client: ClientName, server: FlintServer): ClientConfig | null {
  const [title, where] = titles[client]
  const text = client === 'claude-code' ? claudeCommand(server) : fileText(clientFiles[client], server)
  return text === null ? null : { client, title, where, text }
}

export function clientTitle(client: ClientName): string {
  return titles[client][0]
}

function fileText({ format, section, entry }: ClientFile, server: FlintServer): string | null {
  const flint = entry(server)
  if (flint === null) return null
  const settings = { [section]: { flint } }
  switch (format) {
    case 'json':
      return JSON.stringify(settings, null, 2)
    case 'toml':
      return toToml(settings).trimEnd()
    case 'yaml':
      return toYaml(settings, { lineWidth: 0 }).trimEnd()
  }
}

function claudeCommand(server: FlintServer): string {
  const add = ['claude', 'mcp', 'add', 'flint', '--scope', 'user']
  const words =
    server.kind === 'command'
      ? [
          ...add,
          ...Object.entries(server.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
          '--',
          server.command,
          ...server.args,
        ]
      : [
          ...add,
          '--transport',
          'http',
          server.url,
          ...Object.entries(headersOf(server)).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        ]
  return words.map(shellWord).join(' ')
}

/** `it's` → `'it'\''s'`; a word that needs no quotes stays. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
