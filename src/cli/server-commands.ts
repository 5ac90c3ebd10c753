import { dialectNames } from '../dialects/dialect-names.ts'
import { clientNames } from './clients/client-names.ts'
import type { Command } from './command.ts'

const dialectOption = {
  name: 'dialect',
  value: 'NAME',
  choices: dialectNames,
  about: "another server's tools in the place of flint's",
} as const

/** Commands for agents and for the maintenance of flint itself. */
export const serverCommands: readonly Command[] = [
  {
    name: 'serve',
    group: 'Agents:',
    summary: 'Serve MCP on standard input and output, or with --http to many clients at once.',
    options: [
      {
        name: 'toolsets',
        value: 'A,B',
        kind: 'list',
        about: 'only these toolsets; core or all',
        completes: 'toolsets',
      },
      { name: 'tools', value: 'A,B', kind: 'list', about: 'only (or also) these tools', completes: 'tools' },
      dialectOption,
      { name: 'read-only', about: 'only tools that change nothing' },
      { name: 'scope', value: 'DIR', about: 'only this folder of the vault; outside it the user is asked' },
      { name: 'output-schemas', about: 'publish what each tool returns' },
      { name: 'http', about: 'serve Streamable HTTP at /mcp, until Ctrl-C' },
      { name: 'host', value: 'HOST', about: 'address to listen on (127.0.0.1); any other needs tokens' },
      { name: 'port', value: 'PORT', kind: 'integer', about: 'port to listen on (1065)' },
      { name: 'require-token', about: 'want a token from clients on this machine too' },
      {
        name: 'allowed-host',
        value: 'NAME',
        kind: 'many',
        about: 'name that clients may call this machine by; may be repeated',
      },
    ],
    examples: [
      'flint serve',
      'flint serve --vault ~/notes --read-only',
      'flint serve --toolsets core --tools get_backlinks',
      'flint serve --scope projects/site',
      'flint serve --http',
      'flint serve --http --host 0.0.0.0 --allowed-host notes.local',
    ],
    endsOnSignals: true,
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'call',
    group: 'Agents:',
    summary: "Call one of the agents' tools and print its result.",
    arguments: [{ name: 'tool', about: 'name of the tool; flint tools lists them', completes: 'tools' }],
    options: [
      {
        name: 'json',
        value: 'JSON',
        about: 'its arguments as a JSON object, or - to read them from standard input',
      },
      dialectOption,
    ],
    examples: [
      `flint call search_notes --json '{"query":"budget","limit":3}'`,
      `echo '{"identifier":"inbox.md"}' | flint call get_note --json -`,
    ],
    isAlwaysJson: true,
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    name: 'tools',
    group: 'Agents:',
    summary: "List the agents' tools, or show one with its parameters.",
    arguments: [{ name: 'name', about: 'the tool to show', isOptional: true, completes: 'tools' }],
    options: [dialectOption],
    examples: ['flint tools', 'flint tools create_note', 'flint tools create_note --json'],
    load: async () => (await import('./commands/tools.ts')).tools,
  },
  {
    name: 'config print',
    group: 'Agents:',
    summary: 'Print the lines that connect a client to flint.',
    options: [
      { name: 'client', value: 'NAME', choices: clientNames, about: 'only for this client' },
      { name: 'write', about: "put them into the client's own file, after showing what changes" },
      { name: 'yes', about: 'write without asking' },
      { name: 'url', value: 'URL', about: 'for a server that runs already: flint serve --http' },
      { name: 'token', value: 'TOKEN', about: 'what it wants; flint token create prints one' },
      {
        name: 'toolsets',
        value: 'A,B',
        kind: 'list',
        about: 'only these toolsets; core or all',
        completes: 'toolsets',
      },
      { name: 'read-only', about: 'only tools that change nothing' },
    ],
    examples: [
      'flint config print --client claude-code',
      'flint config print --client cursor --vault work --write',
      'flint config print --client zed --toolsets core --read-only',
      'flint config print --client goose --url http://127.0.0.1:1065/mcp',
      'flint config print',
    ],
    load: async () => (await import('./commands/config-print.ts')).configPrint,
  },
  {
    name: 'config path',
    group: 'Care:',
    summary: 'Print where the list of vaults is kept.',
    examples: ['flint config path', '"$EDITOR" "$(flint config path)"'],
    load: async () => (await import('./commands/config-path.ts')).configPath,
  },
  {
    name: 'config show',
    group: 'Care:',
    summary: 'Print the settings in force, defaults included.',
    examples: ['flint config show', 'flint config show --vault work'],
    load: async () => (await import('./commands/config-show.ts')).configShow,
  },
  {
    name: 'reindex',
    group: 'Care:',
    summary: 'Make the index of a vault again. Notes are not touched.',
    options: [
      {
        name: 'scope',
        value: 'WHAT',
        choices: ['all', 'text', 'vectors', 'links'],
        about: 'what to make again; vectors only where they are named (all)',
      },
      { name: 'wait', about: 'until every passage has its vector, too; with --scope vectors it does' },
    ],
    examples: ['flint reindex', 'flint reindex --vault work --wait', 'flint reindex --scope vectors'],
    load: async () => (await import('./commands/reindex.ts')).reindex,
  },
  {
    name: 'doctor',
    group: 'Care:',
    summary: 'Find out what is wrong and how to mend it.',
    examples: ['flint doctor', 'flint doctor --vault work', 'flint doctor --json'],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'completions',
    group: 'Care:',
    summary: 'Print a script that completes flint commands in your shell.',
    arguments: [{ name: 'shell', about: 'your shell', choices: ['bash', 'zsh', 'fish'] }],
    examples: [
      'source <(flint completions bash)            # in ~/.bashrc',
      'flint completions zsh > ~/.zfunc/_flint     # a folder of $fpath',
      'flint completions fish > ~/.config/fish/completions/flint.fish',
    ],
    load: async () => (await import('./commands/completions.ts')).completions,
  },
  {
    name: 'complete',
    group: 'Care:',
    summary: 'Print what a completion script asks for.',
    arguments: [{ name: 'what', about: 'what to list', choices: ['vaults', 'tools', 'toolsets'] }],
    examples: ['flint complete vaults'],
    isHidden: true,
    load: async () => (await import('./commands/complete-words.ts')).completeWords,
  },
]
