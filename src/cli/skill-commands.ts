import type { FaceInGroup } from './command-face.ts'

const places = [
  { name: 'user', about: 'for you, in every project (the default)' },
  {
    name: 'vault',
    value: 'ID|DIR',
    isValueOptional: true,
    about: 'for whoever works in this vault; without a value in the active one',
    completes: 'vaults',
  },
] as const

/** Commands for the skills that come with flint. */
export const skillCommands = [
  {
    name: 'skill install',
    summary: 'Install or update the /zk and devlog skills for Claude Code. Files that you edited stay.',
    options: [...places, { name: 'force', about: 'replace edited files too, with a copy of each beside it' }],
    examples: [
      'flint skill install',
      'flint skill install --vault',
      'flint skill install --vault work --force',
    ],
  },
  {
    name: 'skill list',
    summary: 'List the files of the skills, and how each stands. Nothing is written.',
    options: places,
    examples: ['flint skill list', 'flint skill list --vault work'],
  },
] as const satisfies readonly FaceInGroup[]
