import { dialectNames } from '../dialects/dialect-names.ts'
import { clientNames } from './clients/client-names.ts'
import type { FaceInGroup } from './command-face.ts'
import { readOnly, toolsets, yes } from './common-options.ts'

const dialectOption = {
  name: 'dialect',
  value: 'NAME',
  choices: dialectNames,
  about: "another server's tools in the place of flint's",
} as const

/** Commands for agents and for the maintenance of flint itself. */
export const serverCommands = [
  {
    name: 'serve',
    group: 'Agents:',
    summary: 'Serve MCP on standard input and output, or with --http to many clients at once.',
    options: [
      toolsets,
      { name: 'tools', value: 'A,B', kind: 'list', about: 'only (or also) these tools', completes: 'tools' },
      dialectOption,
      readOnly,
      { name: 'scope', value: 'DIR', about: 'only this folder of the vault; outside it the user is asked' },
      { name: 'output-schemas', about: 'publish what each tool returns' },
      { name: 'http', about: 'serve Streamable HTTP at /mcp, until Ctrl-C' },
      { name: 'host', value: 'HOST', about: 'address to listen on (127.0.0.1); any other needs tokens' },
      { name: 'port', value: 'PORT', kind: 'integer', about: 'port to listen on (1065)' },
      { name: 'require-token', about: 'want a token from clients on this machine too' },
      { name: 'cluster', value: 'URL', about: 'share vaults with other servers by this PostgreSQL' },
      { name: 'inner', value: 'HOST:PORT', about: 'where those servers reach this one' },
      { name: 'metrics', value: 'HOST:PORT', about: 'where to tell health, readiness and metrics' },
      { name: 'no-ui', about: 'without the page for people at /ui' },
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
  },
  {
    name: 'ui',
    group: 'Changes:',
    summary: 'Open the page: what agents did, search, notes, undo.',
    options: [
      { name: 'port', value: 'PORT', kind: 'integer', about: 'port to listen on; a free one if left out' },
      { name: 'no-open', about: 'print the address and open nothing' },
      { name: 'read-only', about: 'a page that changes nothing' },
    ],
    examples: ['flint ui', 'flint ui --no-open --port 1066'],
    endsOnSignals: true,
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
  },
  {
    name: 'tools',
    group: 'Agents:',
    summary: "List the agents' tools, or show one with its parameters.",
    arguments: [{ name: 'name', about: 'the tool to show', isOptional: true, completes: 'tools' }],
    options: [dialectOption],
    examples: ['flint tools', 'flint tools create_note', 'flint tools create_note --json'],
  },
  {
    name: 'config print',
    group: 'Agents:',
    summary: 'Print the lines that connect a client to flint.',
    options: [
      { name: 'client', value: 'NAME', choices: clientNames, about: 'only for this client' },
      { name: 'write', about: "put them into the client's own file, after showing what changes" },
      { name: 'remove', about: 'take flint out of that file, after showing what changes' },
      { name: 'yes', about: 'write without asking' },
      { name: 'url', value: 'URL', about: 'for a server that runs already: flint serve --http' },
      { name: 'token', value: 'TOKEN', about: 'what it wants; flint token create prints one' },
      toolsets,
      readOnly,
    ],
    examples: [
      'flint config print --client claude-code',
      'flint config print --client cursor --vault work --write',
      'flint config print --client zed --toolsets core --read-only',
      'flint config print --client cursor --remove',
      'flint config print --client goose --url http://127.0.0.1:1065/mcp',
      'flint config print',
    ],
  },
  {
    name: 'config path',
    summary: 'Print where the list of vaults is kept.',
    examples: ['flint config path', '"$EDITOR" "$(flint config path)"'],
  },
  {
    name: 'config show',
    summary: 'Print the settings in force, defaults included.',
    examples: ['flint config show', 'flint config show --vault work'],
  },
  {
    name: 'index',
    summary: 'Bring the index of a vault up to date, and say what search by meaning lacks.',
    options: [{ name: 'wait', about: 'until every passage has its vector and the vault its own model' }],
    examples: ['flint index', 'flint index --wait --vault work'],
  },
  {
    name: 'reindex',
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
  },
  {
    name: 'doctor',
    summary: 'Find out what is wrong and how to mend it.',
    examples: ['flint doctor', 'flint doctor --vault work', 'flint doctor --json'],
  },
  {
    name: 'completions',
    summary: 'Complete commands, notes, tags and more in your shell.',
    arguments: [
      {
        name: 'what',
        about: 'put them in place, take them out, or print the script of a shell',
        choices: ['install', 'remove', 'bash', 'zsh', 'fish'],
      },
      { name: 'shell', about: 'yours if left out', choices: ['bash', 'zsh', 'fish'], isOptional: true },
    ],
    options: [yes],
    examples: [
      'flint completions install',
      'flint completions remove zsh --yes',
      'source <(flint completions bash)            # in ~/.bashrc',
      'flint completions zsh > ~/.zfunc/_flint     # a folder of $fpath',
      'flint completions fish > ~/.config/fish/completions/flint.fish',
    ],
  },
  {
    name: 'complete',
    summary: 'Print what a completion script asks for.',
    arguments: [{ name: 'what', about: 'what to list', choices: ['vaults', 'tools', 'toolsets'] }],
    examples: ['flint complete vaults'],
    isHidden: true,
  },
] as const satisfies readonly FaceInGroup[]
