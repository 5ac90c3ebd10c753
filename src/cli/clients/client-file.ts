import { posix, win32 } from 'node:path'
import { xdgFolder } from '../../registry/config-folder.ts'
import type { ClientName } from './client-names.ts'
import { type FlintServer, headersOf } from './flint-server.ts'

type Entry = Readonly<Record<string, unknown>>

/** The machine on which a client's file is looked for. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A client's own settings file: its format, and its entry for flint. */
export interface ClientFile {
  readonly format: 'json' | 'toml' | 'yaml'
  /** The key that holds the servers. */
  readonly section: string
  /** Absolute paths: the first existing one counts, else the first. */
  readonly places: (machine: Machine) => readonly string[]
  /** Null where the file cannot name such a server. */
  readonly entry: (server: FlintServer) => Entry | null
}

export const clientFiles: Readonly<Record<Exclude<ClientName, 'claude-code'>, ClientFile>> = {
  'claude-desktop': {
    format: 'json',
    section: 'mcpServers',
    places: (machine) => [inAppData(machine, 'Claude', 'claude_desktop_config.json')],
    entry: (server) => (server.kind === 'command' ? plain(server) : null),
  },
  cursor: {
    format: 'json',
    section: 'mcpServers',
    places: (machine) => [inHome(machine, '.cursor', 'mcp.json')],
    entry: (server) => plain(server),
  },
  vscode: {
    format: 'json',
    section: 'servers',
    places: (machine) => [inAppData(machine, 'Code', 'User', 'mcp.json')],
    entry: (server) => ({ type: server.kind === 'command' ? 'stdio' : 'http', ...plain(server) }),
  },
  codex: {
    format: 'toml',
    section: 'mcp_servers',
    places: (machine) => [
      join(machine, set(machine, 'CODEX_HOME') ?? inHome(machine, '.codex'), 'config.toml'),
    ],
    entry: (server) => plain(server, 'url', 'http_headers'),
  },
  gemini: {
    format: 'json',
    section: 'mcpServers',
    places: (machine) => [inHome(machine, '.gemini', 'settings.json')],
    // Its `url` is for the older transport.
    entry: (server) => plain(server, 'httpUrl'),
  },
  opencode: {
    format: 'json',
    section: 'mcp',
    // On Windows, too.
    places: (machine) =>
      ['opencode.json', 'opencode.jsonc'].map((name) => inConfig(machine, 'opencode', name)),
    entry: (server) =>
      server.kind === 'command'
        ? {
            type: 'local',
            command: [server.command, ...server.args],
            enabled: true,
            ...filled('environment', server.env),
          }
        : { type: 'remote', ...plain(server), enabled: true },
  },
  zed: {
    format: 'json',
    section: 'context_servers',
    places: (machine) => [
      machine.platform === 'win32'
        ? inAppData(machine, 'Zed', 'settings.json')
        : machine.platform === 'darwin'
          ? inHome(machine, '.config', 'zed', 'settings.json')
          : inConfig(machine, 'zed', 'settings.json'),
    ],
    entry: (server) => ({ ...(server.kind === 'command' && { source: 'custom' }), ...plain(server) }),
  },
  windsurf: {
    format: 'json',
    section: 'mcpServers',
    places: (machine) => [inHome(machine, '.codeium', 'windsurf', 'mcp_config.json')],
    entry: (server) => plain(server, 'serverUrl'),
  },
  cline: {
    format: 'json',
    section: 'mcpServers',
    places: (machine) => [
      inAppData(
        machine,
        'Code',
        'User',
        'globalStorage',
        'saoudrizwan.claude-dev',
        'settings',
        'cline_mcp_settings.json',
      ),
      inHome(machine, '.cline', 'data', 'settings', 'cline_mcp_settings.json'),
    ],
    // Without a type it takes an address for the older transport.
    entry: (server) => ({ ...(server.kind === 'address' && { type: 'streamableHttp' }), ...plain(server) }),
  },
  goose: {
    format: 'yaml',
    section: 'extensions',
    places: (machine) => [
      machine.platform === 'win32'
        ? inAppData(machine, 'Block', 'goose', 'config', 'config.yaml')
        : inHome(machine, '.config', 'goose', 'config.yaml'),
    ],
    entry: (server) => ({
      name: 'flint',
      description: 'Vaults of Markdown notes',
      enabled: true,
      timeout: 300,
      ...(server.kind === 'command'
        ? { type: 'stdio', cmd: server.command, args: server.args, ...filled('envs', server.env) }
        : { type: 'streamable_http', uri: server.url, ...filled('headers', headersOf(server)) }),
    }),
  },
}

/** What most clients take; some have keys of their own for an address and its headers. */
function plain(server: FlintServer, url = 'url', headers = 'headers'): Entry {
  if (server.kind === 'address') return { [url]: server.url, ...filled(headers, headersOf(server)) }
  const { command, args, env } = server
  return { command, args, ...filled('env', env) }
}

function filled(key: string, values: Readonly<Record<string, string>>): Entry {
  return Object.keys(values).length > 0 ? { [key]: values } : {}
}

function inHome(machine: Machine, ...names: readonly string[]): string {
  return join(machine, machine.home, ...names)
}

/** `~/.config`, or where the user has moved it. */
function inConfig(machine: Machine, ...names: readonly string[]): string {
  const chosen = xdgFolder(machine.env, 'XDG_CONFIG_HOME', pathOf(machine))
  return join(machine, chosen ?? inHome(machine, '.config'), ...names)
}

/** Where desktop programs keep their settings. */
function inAppData(machine: Machine, ...names: readonly string[]): string {
  switch (machine.platform) {
    case 'win32':
      return join(machine, set(machine, 'APPDATA') ?? inHome(machine, 'AppData', 'Roaming'), ...names)
    case 'darwin':
      return inHome(machine, 'Library', 'Application Support', ...names)
    default:
      return inConfig(machine, ...names)
  }
}

function join(machine: Machine, ...parts: readonly string[]): string {
  return pathOf(machine).join(...parts)
}

function pathOf({ platform }: Machine) {
  return platform === 'win32' ? win32 : posix
}

function set({ env }: Machine, name: string): string | null {
  const value = env[name] ?? ''
  return value === '' ? null : value
}
