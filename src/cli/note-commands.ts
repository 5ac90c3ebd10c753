import type { Command } from './command.ts'
import type { OptionFace } from './command-face.ts'

const consent: readonly OptionFace[] = [
  { name: 'dry-run', about: 'show what would happen and change nothing' },
  { name: 'yes', short: 'y', about: 'do not ask' },
  { name: 'confirm', about: 'the same as --yes' },
]

const deleteMode: OptionFace = {
  name: 'mode',
  value: 'MODE',
  choices: ['archive', 'trash', 'permanent'],
  about: "how to delete; the vault's own way if left out",
}

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
      { name: 'mode', value: 'MODE', about: 'auto, keyword, semantic or regex (auto)' },
      { name: 'type', value: 'TYPE', about: 'only notes of this type' },
      { name: 'tag', value: 'TAG', kind: 'many', about: 'only notes with this tag; may be repeated' },
      { name: 'dir', value: 'DIR', about: 'only this folder and below' },
      { name: 'since', value: 'DATE', about: 'changed on or after: 2026-01-31, 7d, "last monday"' },
      { name: 'until', value: 'DATE', about: 'changed on or before' },
      { name: 'archived', about: 'archived notes too' },
      { name: 'all', about: 'all vaults' },
    ],
    examples: [
      'flint search kitchen budget',
      'flint search \'"exact phrase" tag:work\' --since 30d',
      'flint search --all sourdough',
      'flint search --mode semantic what to do when guests do not eat meat',
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
    options: [deleteMode, { name: 'reason', value: 'TEXT', about: 'kept in an archived note' }, ...consent],
    examples: [
      'flint delete note drafts/old.md',
      'flint delete note drafts/old.md --mode trash --yes',
      'flint delete note drafts/old.md --dry-run --json',
    ],
    load: async () => (await import('./commands/delete-note-command.ts')).deleteNoteCommand,
  },
  {
    name: 'delete notes',
    group: 'Notes:',
    summary: 'Archive every note that fits, or delete them another way; all or none.',
    arguments: [],
    options: [
      { name: 'type', value: 'TYPE', about: 'notes of this type' },
      { name: 'tag', value: 'TAG', kind: 'many', about: 'notes with this tag; may be repeated' },
      { name: 'pattern', value: 'GLOB', about: 'notes whose path fits: drafts/**, **/old-*.md' },
      deleteMode,
      { name: 'reason', value: 'TEXT', about: 'kept in archived notes' },
      ...consent,
    ],
    examples: [
      'flint delete notes --type draft --dry-run',
      "flint delete notes --pattern 'inbox/2019-*.md' --mode trash --confirm",
    ],
    load: async () => (await import('./commands/delete-notes-command.ts')).deleteNotesCommand,
  },
  {
    name: 'delete note-type',
    group: 'Notes:',
    summary: 'Delete a note type, and say what becomes of its notes.',
    arguments: [{ name: 'type', about: 'name of the note type' }],
    options: [
      {
        name: 'action',
        value: 'ACTION',
        choices: ['error', 'migrate', 'delete'],
        about: 'refuse while it has notes (error), move them to --target, or delete them',
      },
      { name: 'target', value: 'TYPE', about: 'for migrate: their new type' },
      ...consent,
    ],
    examples: [
      'flint delete note-type reading',
      'flint delete note-type old-project --action migrate --target project',
      'flint delete note-type deprecated --action delete --confirm',
    ],
    load: async () => (await import('./commands/delete-note-type-command.ts')).deleteNoteTypeCommand,
  },
  {
    name: 'history',
    group: 'Notes:',
    summary: 'Show what flint has changed, the newest first.',
    arguments: [{ name: 'note', about: 'only this note, under all its names', isOptional: true }],
    options: [
      { name: 'since', value: 'TIME', about: 'from then on: 2026-01-31, 2026-01-31T09:00:00Z, or 7d' },
      { name: 'by', value: 'NAME', about: 'only of this client, token or person; cli for commands' },
      { name: 'limit', short: 'n', value: 'N', kind: 'integer', about: 'most changes to show (20)' },
    ],
    examples: ['flint history', 'flint history projects/site.md', 'flint history --since 1d --json'],
    load: async () => (await import('./commands/list-history.ts')).listHistory,
  },
  {
    name: 'undo',
    group: 'Notes:',
    summary: 'Take a change back: every file as it was.',
    arguments: [{ name: 'id', about: 'of the change, as flint history shows it', isOptional: true }],
    options: [
      { name: 'last', about: 'the newest change that is not undone' },
      { name: 'since', value: 'TIME', about: 'every change from then on, the newest first' },
      {
        name: 'by',
        value: 'NAME',
        about: 'with --since or --last: only what this client, token or person changed',
      },
      { name: 'dry-run', about: 'show what would happen and change nothing' },
    ],
    examples: ['flint undo 42', 'flint undo --last --dry-run', 'flint undo --since 1h'],
    load: async () => (await import('./commands/undo.ts')).undo,
  },
  {
    name: 'approve',
    group: 'Notes:',
    summary: 'Answer what agents wait to be allowed.',
    arguments: [{ name: 'id', about: 'of the question, as flint approve shows it', isOptional: true }],
    options: [
      { name: 'always', about: 'from now on, for as long as its server or token lasts' },
      { name: 'deny', about: 'no: nothing is changed' },
    ],
    examples: ['flint approve', 'flint approve 3f9c2a71d0', 'flint approve 3f9c2a71d0 --deny'],
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    name: 'capture',
    group: 'Notes:',
    summary: 'Add a thought to the inbox, with the time.',
    arguments: [{ name: 'text', about: 'the thought', isMany: true }],
    examples: ['flint capture Call Ada about the site', 'flint capture "Milk & bread" --vault home'],
    load: async () => (await import('./commands/capture.ts')).capture,
  },
  {
    name: 'ingest',
    group: 'Notes:',
    summary: 'Make notes in resources/ of documents and web pages.',
    arguments: [{ name: 'source', about: 'file or address', isMany: true, completes: 'files' }],
    options: [
      { name: 'title', value: 'TEXT', about: 'title of a new note' },
      { name: 'tags', value: 'TAGS', kind: 'list', about: 'tags of the notes, with commas between them' },
      { name: 'follow', about: 'also up to 10 related pages of the same site' },
    ],
    examples: [
      'flint ingest paper.pdf notes.html',
      'flint ingest https://example.org/article --tags reading',
    ],
    load: async () => (await import('./commands/ingest-command.ts')).ingestCommand,
  },
  {
    name: 'todos',
    group: 'Notes:',
    summary: 'List the open tasks in projects, daily and areas, or in the whole vault.',
    options: [
      { name: 'dir', value: 'DIR', kind: 'many', about: 'only this folder; may be repeated; . is the vault' },
      { name: 'status', value: 'STATUS', about: 'open (default), done, cancelled, all, or one mark: /' },
      { name: 'since', value: 'DATE', about: 'in notes changed on or after: 2026-01-31, or 7d' },
      { name: 'limit', short: 'n', value: 'N', kind: 'integer', about: 'most tasks to show (50)' },
      { name: 'all', about: 'all vaults' },
    ],
    examples: ['flint todos', 'flint todos --dir projects --status done --since 7d'],
    load: async () => (await import('./commands/todos.ts')).todos,
  },
]
