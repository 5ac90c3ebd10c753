import { dir, dryRun, note, tag, type, yes } from './common-options.ts'
import type { FaceInGroup } from './command-face.ts'

const known = { ...note, about: 'id or title' } as const
const named = { ...note, name: 'path', about: 'id or title of the note' } as const

const consent = [dryRun, yes, { name: 'confirm', about: 'the same as --yes' }] as const

const deleteMode = {
  name: 'mode',
  value: 'MODE',
  choices: ['archive', 'trash', 'permanent'],
  about: "how to delete; the vault's own way if left out",
} as const

/** Commands that write notes. */
export const writeCommands = [
  {
    name: 'new',
    aliases: ['n'],
    summary:
      'Make a note, open it in $EDITOR, and print its path. Its text may come through a pipe, with frontmatter.',
    arguments: [{ name: 'title', about: 'of the note', isMany: true, isOptional: true }],
    options: [
      type('note type, which is its folder'),
      dir('or just its folder'),
      { ...dir('the same as --dir'), name: 'folder' },
      {
        name: 'template',
        value: 'NAME',
        about: "one of the vault's templates, or daily, person, project, area",
      },
      tag('may be repeated'),
      {
        name: 'set',
        value: 'KEY=VALUE',
        kind: 'many',
        about: 'a field of the frontmatter, its value as there; may be repeated',
      },
      { name: 'no-edit', about: 'open nothing' },
    ],
    examples: [
      'flint new Desk lamp --dir projects',
      "flint new Sapiens --set rating=5 --set 'authors=[Harari]'",
      'flint new "Ada Meyer" --template person --no-edit',
      'date | flint new Now --tag log',
    ],
  },
  {
    name: 'edit',
    aliases: ['e'],
    summary: 'Open a note in $EDITOR; what that writes flint cannot undo.',
    arguments: [note],
    examples: ['flint edit projects/site.md'],
  },
  {
    name: 'open',
    aliases: ['o'],
    summary: 'Open a note in Obsidian, in $EDITOR or on the page.',
    arguments: [note],
    options: [
      {
        name: 'in',
        value: 'WHERE',
        choices: ['editor', 'obsidian', 'page'],
        about: 'obsidian if left out, where it keeps the vault and there is a screen; else editor',
      },
      { name: 'print', about: 'the address in Obsidian or the path, and open nothing' },
    ],
    examples: ['flint open projects/site.md', 'flint open inbox --in obsidian --print'],
  },
  {
    name: 'append',
    aliases: ['a'],
    summary: 'Add text at the end of a note or of a section; nothing that is there changes.',
    arguments: [known, { name: 'text', about: 'or through a pipe', isMany: true, isOptional: true }],
    options: [
      { name: 'under', value: 'HEADING', about: 'at the end of this section' },
      { name: 'heading', value: 'TEXT', about: 'with this new heading above it' },
      { name: 'dated', about: "with today's date as the heading" },
      dryRun,
    ],
    examples: ['flint append inbox -- "- ask Ada"', 'git log -1 | flint append devlog.md --dated'],
  },
  {
    name: 'daily',
    aliases: ['d', 'today'],
    summary: "Print a day's note; it is made from its template when it is not there.",
    arguments: [
      { name: 'date', about: '2026-01-31, yesterday or tomorrow; today if left out', isOptional: true },
    ],
    options: [
      { name: 'path', about: 'its absolute path instead of its text' },
      { name: 'open', about: 'open it in $EDITOR' },
    ],
    examples: ['flint daily', 'flint daily yesterday --open', 'flint daily 2026-01-31 --path'],
  },
  {
    name: 'todo',
    summary: "Add a task to a note, or to today's.",
    arguments: [{ name: 'text', about: 'the task, or through a pipe', isMany: true, isOptional: true }],
    options: [
      { name: 'note', value: 'NOTE', about: 'into this note', completes: 'notes' },
      { name: 'under', value: 'HEADING', about: 'in this section' },
    ],
    examples: ['flint todo Call Ada', 'flint todo "Choose the typeface" --note projects/site.md'],
  },
  {
    name: 'done',
    summary: 'Mark a task done.',
    arguments: [
      {
        name: 'task',
        about: 'its note and line, as flint todos shows them, or whole words of it',
        isMany: true,
        isOptional: true,
      },
    ],
    options: [{ name: 'reopen', about: 'mark it open again' }],
    examples: ['flint done projects/site.md:12', 'flint done typeface', 'flint done typeface --reopen'],
  },
  {
    name: 'inbox',
    summary: 'Show what waits in the inbox, or clear items of it.',
    options: [
      {
        name: 'clear',
        value: 'N',
        kind: 'integers',
        about: 'remove the item with this number (number in --json); may be repeated',
      },
      yes,
    ],
    examples: ['flint inbox', 'flint inbox --clear 1 --clear 3 --yes'],
  },
  {
    name: 'rename',
    summary: 'Change the title of a note and the name of its file; links to it follow.',
    arguments: [known, { name: 'title', about: 'the new one', isMany: true, isOptional: true }],
    options: [{ name: 'no-file', about: 'the title alone' }, dryRun],
    examples: [
      'flint rename lamp.md Reading lamp',
      'flint rename lamp.md "Reading lamp" --no-file --dry-run',
    ],
  },
  {
    name: 'mv',
    summary: 'Move a note, a folder or another file; links to it follow.',
    arguments: [
      { ...note, about: 'id or title, folder/ or the path of a file' },
      { name: 'to', about: 'a folder, or the whole new path', isOptional: true, completes: 'note-folders' },
    ],
    options: [
      type('make it a note of this type'),
      { name: 'parents', short: 'p', about: 'make missing folders' },
      dryRun,
    ],
    examples: [
      'flint mv idea.md projects/',
      'flint mv idea.md projects/lamp/plan.md -p',
      'flint mv idea.md --type project',
    ],
  },
  {
    name: 'tag',
    summary: 'Add tags to a note, or remove some.',
    arguments: [known, { name: 'tags', about: 'to add', isMany: true, isOptional: true, completes: 'tags' }],
    options: [{ name: 'remove', value: 'TAG', kind: 'many', about: 'may be repeated', completes: 'tags' }],
    examples: ['flint tag lamp.md home light', 'flint tag lamp.md --remove idea'],
  },
  {
    name: 'retag',
    summary: 'Rename a tag in all notes, with the tags below it.',
    arguments: [
      { name: 'from', about: 'the tag as it is', completes: 'tags' },
      { name: 'to', about: 'its new name', completes: 'tags' },
    ],
    options: [{ name: 'dry-run', about: 'count and change nothing' }],
    examples: ['flint retag recipe cooking/recipe --dry-run'],
  },
  {
    name: 'archive',
    summary: 'Move a note to the archive; links to it follow.',
    arguments: [named],
    options: [{ name: 'reason', value: 'TEXT', about: 'kept in the note' }, ...consent],
    examples: ['flint archive drafts/old.md', 'flint archive drafts/old.md --reason "printed" --yes'],
  },
  {
    name: 'delete note',
    summary: 'Archive a note, or delete it another way.',
    arguments: [named],
    options: [deleteMode, { name: 'reason', value: 'TEXT', about: 'kept in an archived note' }, ...consent],
    examples: [
      'flint delete note drafts/old.md',
      'flint delete note drafts/old.md --mode trash --yes',
      'flint delete note drafts/old.md --dry-run --json',
    ],
  },
  {
    name: 'delete notes',
    summary: 'Archive every note that fits, or delete them another way; all or none.',
    options: [
      type('notes of this type'),
      tag('notes with this tag; may be repeated'),
      { name: 'pattern', value: 'GLOB', about: 'notes whose path fits: drafts/**, **/old-*.md' },
      deleteMode,
      { name: 'reason', value: 'TEXT', about: 'kept in archived notes' },
      ...consent,
    ],
    examples: [
      'flint delete notes --type draft --dry-run',
      "flint delete notes --pattern 'inbox/2019-*.md' --mode trash --confirm",
    ],
  },
  {
    name: 'delete note-type',
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
  },
  {
    name: 'capture',
    aliases: ['c'],
    summary: 'Add a thought to the inbox, with the time.',
    arguments: [{ name: 'text', about: 'the thought, or through a pipe', isMany: true, isOptional: true }],
    examples: ['flint capture Call Ada about the site', 'flint capture "Milk & bread" --vault home'],
  },
  {
    name: 'ingest',
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
  },
] as const satisfies readonly FaceInGroup[]
