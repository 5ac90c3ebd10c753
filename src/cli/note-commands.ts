import type { Command } from './command.ts'
import type { OptionFace } from './command-face.ts'

const note = {
  name: 'note',
  about: 'id (projects/site.md), the same without .md, or title',
  isOptional: true,
  completes: 'notes',
} as const

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

/** Commands that write notes, and take back what was written. */
export const noteCommands: readonly Command[] = [
  {
    name: 'new',
    aliases: ['n'],
    group: 'Write:',
    summary: 'Make a note, open it in $EDITOR, and print its path. Its text may come through a pipe.',
    arguments: [{ name: 'title', about: 'of the note', isMany: true, isOptional: true }],
    options: [
      { name: 'type', value: 'TYPE', about: 'note type, which is its folder', completes: 'types' },
      { name: 'dir', value: 'DIR', about: 'or just its folder', completes: 'note-folders' },
      { name: 'folder', value: 'DIR', about: 'the same as --dir', completes: 'note-folders' },
      {
        name: 'template',
        value: 'NAME',
        about: "one of the vault's templates, or daily, person, project, area",
      },
      { name: 'tag', value: 'TAG', kind: 'many', about: 'may be repeated', completes: 'tags' },
      { name: 'no-edit', about: 'open nothing' },
    ],
    examples: [
      'flint new Desk lamp --dir projects',
      'flint new "Ada Meyer" --template person --no-edit',
      'date | flint new Now --tag log',
    ],
    load: async () => (await import('./commands/new.ts')).newNote,
  },
  {
    name: 'edit',
    aliases: ['e'],
    group: 'Write:',
    summary: 'Open a note in $EDITOR.',
    arguments: [note],
    examples: ['flint edit projects/site.md'],
    load: async () => (await import('./commands/edit.ts')).edit,
  },
  {
    name: 'open',
    aliases: ['o'],
    group: 'Write:',
    summary: 'Open a note in Obsidian, in $EDITOR or on the page.',
    arguments: [note],
    options: [
      {
        name: 'in',
        value: 'WHERE',
        choices: ['editor', 'obsidian', 'page'],
        about: 'obsidian if left out, where it keeps the vault and there is a screen; else editor',
      },
      { name: 'print', about: 'the address or path, and open nothing' },
    ],
    examples: ['flint open projects/site.md', 'flint open inbox --in obsidian --print'],
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'append',
    aliases: ['a'],
    group: 'Write:',
    summary: 'Add text at the end of a note or of a section; nothing that is there changes.',
    arguments: [
      { ...note, about: 'id or title' },
      { name: 'text', about: 'or through a pipe', isMany: true, isOptional: true },
    ],
    options: [
      { name: 'under', value: 'HEADING', about: 'at the end of this section' },
      { name: 'heading', value: 'TEXT', about: 'with this new heading above it' },
      { name: 'dated', about: "with today's date as the heading" },
      { name: 'dry-run', about: 'show what would happen and change nothing' },
    ],
    examples: ['flint append inbox -- "- ask Ada"', 'git log -1 | flint append devlog.md --dated'],
    load: async () => (await import('./commands/append.ts')).append,
  },
  {
    name: 'daily',
    aliases: ['d', 'today'],
    group: 'Write:',
    summary: "Print a day's note; it is made from its template when it is not there.",
    arguments: [
      { name: 'date', about: '2026-01-31, yesterday or tomorrow; today if left out', isOptional: true },
    ],
    options: [
      { name: 'path', about: 'its absolute path instead of its text' },
      { name: 'open', about: 'open it in $EDITOR' },
    ],
    examples: ['flint daily', 'flint daily yesterday --open', 'flint daily 2026-01-31 --path'],
    load: async () => (await import('./commands/daily.ts')).daily,
  },
  {
    name: 'todo',
    group: 'Write:',
    summary: "Add a task to a note, or to today's.",
    arguments: [{ name: 'text', about: 'the task, or through a pipe', isMany: true, isOptional: true }],
    options: [
      { name: 'note', value: 'NOTE', about: 'into this note', completes: 'notes' },
      { name: 'under', value: 'HEADING', about: 'in this section' },
    ],
    examples: ['flint todo Call Ada', 'flint todo "Choose the typeface" --note projects/site.md'],
    load: async () => (await import('./commands/todo.ts')).todo,
  },
  {
    name: 'done',
    group: 'Write:',
    summary: 'Mark a task done.',
    arguments: [
      {
        name: 'task',
        about: 'its note and line, as flint todos shows them, or words of it',
        isMany: true,
        isOptional: true,
      },
    ],
    options: [{ name: 'reopen', about: 'mark it open again' }],
    examples: ['flint done projects/site.md:12', 'flint done typeface', 'flint done typeface --reopen'],
    load: async () => (await import('./commands/done.ts')).done,
  },
  {
    name: 'inbox',
    group: 'Write:',
    summary: 'Show what waits in the inbox, or clear items of it.',
    options: [
      { name: 'clear', value: 'N', kind: 'many', about: 'remove this item; may be repeated' },
      { name: 'yes', short: 'y', about: 'do not ask' },
    ],
    examples: ['flint inbox', 'flint inbox --clear 1 --clear 3 --yes'],
    load: async () => (await import('./commands/inbox.ts')).inbox,
  },
  {
    name: 'rename',
    group: 'Write:',
    summary: 'Change the title of a note and the name of its file; links to it follow.',
    arguments: [
      { ...note, about: 'id or title' },
      { name: 'title', about: 'the new one', isMany: true, isOptional: true },
    ],
    options: [
      { name: 'no-file', about: 'the title alone' },
      { name: 'dry-run', about: 'show what would happen and change nothing' },
    ],
    examples: [
      'flint rename lamp.md Reading lamp',
      'flint rename lamp.md "Reading lamp" --no-file --dry-run',
    ],
    load: async () => (await import('./commands/rename.ts')).rename,
  },
  {
    name: 'mv',
    group: 'Write:',
    summary: 'Move a note, a folder or another file; links to it follow.',
    arguments: [
      { ...note, about: 'id or title, folder/ or the path of a file' },
      { name: 'to', about: 'a folder, or the whole new path', isOptional: true, completes: 'note-folders' },
    ],
    options: [
      { name: 'type', value: 'TYPE', about: 'make it a note of this type', completes: 'types' },
      { name: 'parents', short: 'p', about: 'make missing folders' },
      { name: 'dry-run', about: 'show what would happen and change nothing' },
    ],
    examples: [
      'flint mv idea.md projects/',
      'flint mv idea.md projects/lamp/plan.md -p',
      'flint mv idea.md --type project',
    ],
    load: async () => (await import('./commands/mv.ts')).mv,
  },
  {
    name: 'tag',
    group: 'Write:',
    summary: 'Add tags to a note, or remove some.',
    arguments: [
      { ...note, about: 'id or title' },
      { name: 'tags', about: 'to add', isMany: true, isOptional: true, completes: 'tags' },
    ],
    options: [{ name: 'remove', value: 'TAG', kind: 'many', about: 'may be repeated', completes: 'tags' }],
    examples: ['flint tag lamp.md home light', 'flint tag lamp.md --remove idea'],
    load: async () => (await import('./commands/tag.ts')).tag,
  },
  {
    name: 'retag',
    group: 'Write:',
    summary: 'Rename a tag in all notes, with the tags below it.',
    arguments: [
      { name: 'from', about: 'the tag as it is', completes: 'tags' },
      { name: 'to', about: 'its new name', completes: 'tags' },
    ],
    options: [{ name: 'dry-run', about: 'count and change nothing' }],
    examples: ['flint retag recipe cooking/recipe --dry-run'],
    load: async () => (await import('./commands/retag.ts')).retag,
  },
  {
    name: 'archive',
    group: 'Write:',
    summary: 'Move a note to the archive; links to it follow.',
    arguments: [{ ...note, name: 'path', about: 'id or title of the note' }],
    options: [{ name: 'reason', value: 'TEXT', about: 'kept in the note' }, ...consent],
    examples: ['flint archive drafts/old.md', 'flint archive drafts/old.md --reason "printed" --yes'],
    load: async () => (await import('./commands/archive.ts')).archive,
  },
  {
    name: 'delete note',
    group: 'Write:',
    summary: 'Archive a note, or delete it another way.',
    arguments: [{ ...note, name: 'path', about: 'id or title of the note' }],
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
    group: 'Write:',
    summary: 'Archive every note that fits, or delete them another way; all or none.',
    arguments: [],
    options: [
      { name: 'type', value: 'TYPE', about: 'notes of this type', completes: 'types' },
      {
        name: 'tag',
        value: 'TAG',
        kind: 'many',
        about: 'notes with this tag; may be repeated',
        completes: 'tags',
      },
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
    group: 'Write:',
    summary: 'Delete a note type, and say what becomes of its notes.',
    arguments: [{ name: 'type', about: 'name of the note type', completes: 'types' }],
    options: [
      {
        name: 'action',
        value: 'ACTION',
        choices: ['error', 'migrate', 'delete'],
        about: 'refuse while it has notes (error), move them to --target, or delete them',
      },
      { name: 'target', value: 'TYPE', about: 'for migrate: their new type', completes: 'types' },
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
    aliases: ['log'],
    group: 'Changes:',
    summary: 'Show what flint has changed, the newest first; of a note its commits, too.',
    arguments: [
      { name: 'note', about: 'only this note, under all its names', isOptional: true, completes: 'notes' },
    ],
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
    group: 'Changes:',
    summary: 'Take a change back: every file as it was.',
    arguments: [
      {
        name: 'id',
        about: 'of the change, as flint history shows it',
        isOptional: true,
        completes: 'changes',
      },
    ],
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
    group: 'Changes:',
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
    aliases: ['c'],
    group: 'Write:',
    summary: 'Add a thought to the inbox, with the time.',
    arguments: [{ name: 'text', about: 'the thought', isMany: true }],
    examples: ['flint capture Call Ada about the site', 'flint capture "Milk & bread" --vault home'],
    load: async () => (await import('./commands/capture.ts')).capture,
  },
  {
    name: 'ingest',
    group: 'Write:',
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
]
