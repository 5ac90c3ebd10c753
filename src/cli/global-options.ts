import type { OptionFace } from './command-face.ts'

/** The options of every command, before or after its name. */
export const globalOptions: readonly OptionFace[] = [
  {
    name: 'vault',
    value: 'ID|DIR',
    kind: 'many',
    about: 'act on this vault instead of the active one; commands that read take several',
    completes: 'vaults',
  },
  { name: 'json', about: 'print one JSON value; errors too' },
  {
    name: 'log-level',
    value: 'LEVEL',
    choices: ['silent', 'error', 'warn', 'info', 'debug'],
    about: 'what to log, to standard error',
  },
  { name: 'log-file', value: 'FILE', about: 'log to this file instead', completes: 'files' },
]

/** `flint --version`; not of its commands. */
export const versionOption = {
  name: 'version',
  short: 'V',
  about: 'print the version',
} as const satisfies OptionFace

export const helpOption = {
  name: 'help',
  short: 'h',
  about: 'show help; `flint help COMMAND` does too',
} as const satisfies OptionFace
