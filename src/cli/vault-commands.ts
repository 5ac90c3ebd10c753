import { limit } from './common-options.ts'
import type { FaceInGroup } from './command-face.ts'

const types = {
  name: 'types',
  value: 'SET',
  choices: ['default', 'zk', 'none'],
  about: 'note types that a new, empty vault starts with',
} as const

const description = {
  name: 'description',
  value: 'TEXT',
  about: 'what the vault is for, for agents to read',
} as const

/** Commands on the list of vaults. */
export const vaultCommands = [
  {
    name: 'list',
    besideCluster: 'list',
    aliases: ['vaults'],
    summary: 'Show the vaults and which one is active.',
    examples: ['flint list', 'flint list --json'],
  },
  {
    name: 'create',
    besideCluster: 'list',
    summary: 'Make a vault, or adopt a folder of notes as it is.',
    arguments: [
      { name: 'id', about: 'short name for calls: lower-case letters, digits, - and _' },
      { name: 'name', about: 'name to show' },
      { name: 'path', about: 'its folder; made when missing', completes: 'folders' },
    ],
    options: [description, types, { name: 'switch', about: 'make it the active vault' }],
    examples: [
      'flint create work "Work notes" ~/notes/work --switch',
      'flint create zettel Zettelkasten ~/zettel --types zk --description "One idea a note"',
    ],
  },
  {
    name: 'init',
    besideCluster: 'list',
    summary: 'Make the working directory a vault.',
    options: [
      { name: 'id', value: 'ID', about: "short name for calls; the folder's name if left out" },
      { name: 'name', value: 'NAME', about: "name to show; the folder's name if left out" },
      description,
      types,
    ],
    examples: ['cd ~/notes && flint init', 'flint init --id project --name "Project notes" --types none'],
  },
  {
    name: 'switch',
    besideCluster: 'list',
    summary: 'Choose the active vault, for everything that starts from now on.',
    arguments: [{ name: 'id', about: 'vault to switch to', completes: 'vaults' }],
    examples: ['flint switch work'],
  },
  {
    name: 'current',
    besideCluster: 'list',
    opensVault: true,
    summary: 'Show the active vault.',
    examples: ['flint current', 'cd ~/notes/project && flint current'],
  },
  {
    name: 'update',
    besideCluster: 'list',
    summary: "Change a vault's name or description.",
    arguments: [{ name: 'id', about: 'vault to change', completes: 'vaults' }],
    options: [{ name: 'name', value: 'NAME', about: 'new name' }, description],
    examples: ['flint update work --name "Work & research"', 'flint update work --description "Clients"'],
  },
  {
    name: 'remove',
    besideCluster: 'list',
    summary: 'Take a vault off the list. Its files stay.',
    arguments: [{ name: 'id', about: 'vault to take off the list', completes: 'vaults' }],
    examples: ['flint remove work'],
  },
  {
    name: 'status',
    opensVault: true,
    tellsWatchers: true,
    summary: 'Show notes, size, index and problems of all vaults or of one.',
    arguments: [{ name: 'id', about: 'only this vault, in detail', isOptional: true, completes: 'vaults' }],
    examples: ['flint status', 'flint status work', 'flint status --vault ~/notes'],
  },
  {
    name: 'health',
    summary: 'Show broken links, orphans, stale notes, shared names and unreadable frontmatter.',
    arguments: [
      {
        name: 'id',
        about: 'vault to look at; the active one if left out',
        isOptional: true,
        completes: 'vaults',
      },
    ],
    options: [
      { name: 'days', value: 'N', kind: 'integer', about: 'stale when untouched this long (30)' },
      limit('most of each kind to show (10)'),
    ],
    examples: ['flint health', 'flint health work --days 90'],
  },
] as const satisfies readonly FaceInGroup[]
