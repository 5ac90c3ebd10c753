import type { Command } from './command.ts'

/** Commands on the notes of a vault. */
export const noteCommands: readonly Command[] = [
  {
    name: 'search',
    group: 'Notes:',
    summary: 'Find notes by words; the best matches come first.',
    arguments: [
      { name: 'query', about: 'words, "phrases", tag:x, type:x, path:x; -word after --', isMany: true },
    ],
    options: [
      { name: 'limit', short: 'n', value: 'N', kind: 'integer', about: 'most notes to show (10)' },
      { name: 'type', value: 'TYPE', about: 'only notes of this type' },
      { name: 'tag', value: 'TAG', kind: 'many', about: 'only notes with this tag; may be repeated' },
      { name: 'dir', value: 'DIR', about: 'only this folder and below' },
      { name: 'since', value: 'DATE', about: 'changed on or after: 2026-01-31, or 7d' },
      { name: 'until', value: 'DATE', about: 'changed on or before' },
      { name: 'archived', about: 'archived notes too' },
      { name: 'all', about: 'all vaults' },
    ],
    examples: [
      'flint search kitchen budget',
      'flint search \'"exact phrase" tag:work\' --since 30d',
      'flint search --all sourdough',
      'flint search -- recipe -bread',
    ],
    load: async () => (await import('./commands/search.ts')).search,
  },
  {
    name: 'show',
    group: 'Notes:',
    summary: 'Print a note, a part of it, or everything about it.',
    arguments: [{ name: 'note', about: 'id (projects/site.md), the same without .md, or title' }],
    options: [
      { name: 'section', value: 'HEADING', about: 'only this section' },
      { name: 'lines', value: 'A-B', about: 'only these lines: 10-20, 10-, -5 for the last five' },
      { name: 'info', about: 'outline, counts and frontmatter instead of the text' },
    ],
    examples: [
      'flint show projects/site.md',
      'flint show "Site relaunch" --section Budget',
      'flint show inbox --lines -20',
    ],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'daily',
    group: 'Notes:',
    summary: "Print a day's note; it is made from its template when it is not there.",
    arguments: [
      { name: 'date', about: '2026-01-31, yesterday or tomorrow; today if left out', isOptional: true },
    ],
    options: [{ name: 'path', about: 'its id instead of its text' }],
    examples: ['flint daily', 'flint daily yesterday', 'flint daily 2026-01-31 --path'],
    load: async () => (await import('./commands/daily.ts')).daily,
  },
  {
    name: 'delete note',
    group: 'Notes:',
    summary: 'Archive a note, or delete it another way.',
    arguments: [{ name: 'path', about: 'id or title of the note' }],
    options: [
      {
        name: 'mode',
        value: 'MODE',
        choices: ['archive', 'trash', 'permanent'],
        about: "how to delete; the vault's own way if left out",
      },
      { name: 'reason', value: 'TEXT', about: 'kept in an archived note' },
      { name: 'dry-run', about: 'show what would happen and change nothing' },
      { name: 'yes', short: 'y', about: 'do not ask' },
      { name: 'confirm', about: 'the same as --yes' },
    ],
    examples: [
      'flint delete note drafts/old.md',
      'flint delete note drafts/old.md --mode trash --yes',
      'flint delete note drafts/old.md --dry-run --json',
    ],
    load: async () => (await import('./commands/delete-note.ts')).deleteNote,
  },
]
