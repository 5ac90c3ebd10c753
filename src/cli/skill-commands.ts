import { inGroup } from './common-options.ts'
import type { OptionFace } from './command-face.ts'

const places: readonly OptionFace[] = [
  { name: 'user', about: 'for you, in every project (the default)' },
  {
    name: 'vault',
    value: 'ID|DIR',
    isValueOptional: true,
    about: 'for whoever works in this vault; without a value in the active one',
    completes: 'vaults',
  },
]

/** Commands for the skills that come with flint. */
export const skillCommands = inGroup('Agents:', [
  {
    name: 'skill install',
    summary: 'Install or update the /zk and devlog skills for Claude Code. Files that you edited stay.',
    options: [...places, { name: 'force', about: 'replace edited files too, with a copy of each beside it' }],
    examples: [
      'flint skill install',
      'flint skill install --vault',
      'flint skill install --vault work --force',
    ],
    load: async () => (await import('./commands/skill-install.ts')).skillInstall,
  },
  {
    name: 'skill list',
    summary: 'List the files of the skills, and how each stands. Nothing is written.',
    options: places,
    examples: ['flint skill list', 'flint skill list --vault work'],
    load: async () => (await import('./commands/skill-list.ts')).skillList,
  },
])
