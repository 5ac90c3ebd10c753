import { noteSorts } from '../model/note-sorts.ts'
import { dir, limit, note, tag, type } from './common-options.ts'
import type { FaceInGroup } from './command-face.ts'

const path = { name: 'path', about: 'absolute paths and nothing else' } as const
const all = { name: 'all', about: 'all vaults' } as const
const ofType = type('only notes of this type')
const below = dir('only this folder and below')
const tagged = tag('only notes with this tag; may be repeated')
const changed = [
  { name: 'since', value: 'DATE', about: 'changed on or after: 2026-01-31, 7d, "last monday"' },
  { name: 'until', value: 'DATE', about: 'changed on or before' },
] as const

/** Commands that find and read notes. */
export const findCommands = [
  {
    name: 'pick',
    aliases: ['p'],
    summary: 'Pick a note as you type, of all vaults; flint alone does it too.',
    arguments: [{ name: 'query', about: 'to begin with', isMany: true, isOptional: true }],
    options: [
      { name: 'path', about: 'print its absolute path, as where another program reads the output' },
      { name: 'link', about: 'print a link to it' },
    ],
    examples: ['flint pick', '"$EDITOR" "$(flint pick walnut)"', 'flint pick --vault work --link'],
  },
  {
    name: 'search',
    aliases: ['s', 'find'],
    summary: 'Find notes by words; the best matches come first.',
    arguments: [
      { name: 'query', about: 'words, "phrases", tag:x, type:x, path:x; -word after --', isMany: true },
    ],
    options: [
      limit('most notes to show, up to 100 (10)'),
      {
        name: 'mode',
        value: 'MODE',
        choices: ['auto', 'keyword', 'semantic', 'regex'],
        about: 'auto if left out',
      },
      ofType,
      tagged,
      below,
      ...changed,
      { name: 'archived', about: 'archived notes too, which are left out unless --dir names archives' },
      path,
      all,
    ],
    examples: [
      'flint search kitchen budget',
      'flint search \'"exact phrase" tag:work\' --since 30d',
      'flint search --all sourdough',
      'flint search --mode semantic what to do when guests do not eat meat',
      'flint search -- recipe -bread',
    ],
  },
  {
    name: 'notes',
    aliases: ['ls'],
    summary: 'List notes that fit, the newest first.',
    options: [
      ofType,
      tagged,
      below,
      ...changed,
      {
        name: 'links-to',
        value: 'NOTE',
        kind: 'many',
        about: 'that link to this note; of several, to all',
        completes: 'notes',
      },
      {
        name: 'linked-from',
        value: 'NOTE',
        kind: 'many',
        about: 'that this note links to; of several, any',
        completes: 'notes',
      },
      { name: 'orphans', about: 'without any link, from them or to them' },
      { name: 'broken', about: 'with broken links' },
      {
        name: 'sort',
        value: 'ORDER',
        about: 'modified if left out',
        choices: noteSorts,
      },
      limit('most notes to show (50 on a terminal, else all)'),
      { name: 'format', value: 'TEXT', about: "a line for each: '{title}\\t{path}\\t{metadata.status}'" },
      path,
      {
        name: 'print0',
        short: '0',
        about: 'absolute paths, or lines of --format, with a null byte after each',
      },
      all,
    ],
    examples: [
      'flint notes --tag work --since 7d',
      'flint notes --orphans --print0 | xargs -0 wc -w',
      "flint notes --links-to projects/site.md --format '{title}\\t{updated}'",
    ],
  },
  {
    name: 'show',
    aliases: ['cat'],
    summary: 'Print a note as its file has it, a part of it, or everything about it.',
    arguments: [note],
    options: [
      { name: 'section', value: 'HEADING', about: 'only this section' },
      { name: 'lines', value: 'A-B', about: 'only these lines: 10-20, 10-, -5 for the last five' },
      { name: 'info', about: 'outline, counts and frontmatter instead of the text' },
      { name: 'path', about: 'its absolute path instead of its text' },
      { name: 'at', value: 'WHEN', about: 'as it was: a change, a date, or a revision of git' },
    ],
    examples: [
      'flint show projects/site.md',
      'flint show "Site relaunch" --section Budget',
      'flint show inbox --lines -20',
    ],
  },
  {
    name: 'grep',
    opensVault: false,
    aliases: ['g'],
    summary: 'Find lines by a regular expression, straight from the files.',
    arguments: [{ name: 'pattern', about: 'regular expression' }],
    options: [
      {
        name: 'in',
        value: 'PLACE',
        about: 'file, folder or glob: projects, devlog/*.md',
        completes: 'note-folders',
      },
      { name: 'fixed', short: 'F', about: 'take the pattern as plain text' },
      { name: 'case-sensitive', short: 's', about: 'capitals count' },
      { name: 'context', short: 'C', value: 'N', kind: 'integer', about: 'lines to show around each' },
      limit('most lines to show (500 on a terminal, else all)'),
      { name: 'archived', about: 'archived notes too, which are left out unless --in names archives' },
      { name: 'path', short: 'l', about: 'only the absolute paths of all files' },
      all,
    ],
    examples: ["flint grep 'TODO|FIXME'", 'flint grep -F "[x]" --in projects', 'flint grep walnut -l'],
  },
  {
    name: 'tags',
    summary: 'List the tags, with the number of their notes.',
    arguments: [{ name: 'start', about: 'only tags that start so', isOptional: true, completes: 'tags' }],
    options: [limit('most tags to show (2000)'), all],
    examples: ['flint tags', 'flint tags project/'],
  },
  {
    name: 'links',
    summary: 'Show where a note links to.',
    arguments: [note],
    options: [limit('most links to show (1000)'), path],
    examples: ['flint links projects/site.md'],
  },
  {
    name: 'backlinks',
    aliases: ['bl'],
    summary: 'Show what links to a note.',
    arguments: [note],
    options: [
      { name: 'unlinked', about: 'plain mentions of it too' },
      limit('most links to show (100)'),
      path,
    ],
    examples: ['flint backlinks projects/site.md', 'flint backlinks "Ada Meyer" --unlinked'],
  },
  {
    name: 'related',
    summary: 'Show the notes that are nearest in meaning to one, or to several together.',
    arguments: [{ ...note, isMany: true }],
    options: [limit('most notes to show (10)'), path],
    examples: ['flint related projects/site.md -n 5', 'flint related "Ada Meyer" "Site relaunch"'],
  },
  {
    name: 'random',
    summary: 'Show any note, to come across it.',
    options: [
      ofType,
      below,
      { name: 'path', about: 'its absolute path and nothing else' },
      { name: 'open', about: 'open it in $EDITOR' },
    ],
    examples: ['flint random', 'flint random --dir reading --path'],
  },
  {
    name: 'on-this-day',
    summary: 'Show what the same day of earlier years left.',
    arguments: [{ name: 'date', about: 'another day: 2026-01-31', isOptional: true }],
    options: [path],
    examples: ['flint on-this-day', 'flint on-this-day 2026-01-31'],
  },
  {
    name: 'graph',
    summary: 'Print notes and the links between them, for programs that draw.',
    arguments: [{ ...note, about: 'only around this note, at most 400 notes' }],
    options: [
      {
        name: 'depth',
        value: 'N',
        kind: 'integer',
        about: 'how many links away from the note: 1, 2 or 3 (1)',
      },
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['dot', 'mermaid', 'json'],
        about: 'dot, for Graphviz, if left out',
      },
    ],
    examples: [
      'flint graph | dot -Tsvg > notes.svg',
      'flint graph projects/site.md --depth 2 --format mermaid',
    ],
  },
  {
    name: 'sql',
    summary: 'Ask the index by one SELECT; flint tools search_notes_sql shows its tables.',
    arguments: [{ name: 'query', about: 'or through a pipe', isMany: true, isOptional: true }],
    options: [
      { name: 'param', value: 'VALUE', kind: 'many', about: 'for the next ? of the query; may be repeated' },
      limit('most rows (1000)'),
      { name: 'format', value: 'FORMAT', choices: ['table', 'csv', 'tsv'], about: 'table if left out' },
    ],
    examples: [
      'flint sql "SELECT type, count(*) AS notes FROM notes GROUP BY type"',
      'flint sql "SELECT path FROM notes WHERE title = ?" --param "Site relaunch" --format csv',
    ],
  },
  {
    name: 'todos',
    aliases: ['t'],
    summary: 'List the open tasks in projects, daily and areas, or in the whole vault.',
    options: [
      { ...dir('only this folder; may be repeated; . is the vault'), kind: 'many' },
      {
        name: 'status',
        value: 'STATUS',
        about: 'open (default), done, cancelled, all, or one mark: /',
        values: ['open', 'done', 'cancelled', 'all'],
      },
      { name: 'due', value: 'DATE', about: 'due on or before: 2026-01-31, today, or 7d from today' },
      { name: 'since', value: 'DATE', about: 'in notes changed on or after: 2026-01-31, or 7d' },
      limit('most tasks to show (50)'),
      all,
    ],
    examples: [
      'flint todos --due today --dir .',
      'flint todos',
      'flint todos --dir projects --status done --since 7d',
    ],
  },
] as const satisfies readonly FaceInGroup[]
