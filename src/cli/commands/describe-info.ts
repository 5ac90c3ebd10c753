import type { OutputOf } from '../../call/tool.ts'
import type { getNoteInfo } from '../../tools/notes/get-note-info.ts'
import type { Cli } from '../cli.ts'
import { countOf, formatSize, oneLine, plainPath, shorten } from '../plain-text.ts'
import { formatTable } from '../table.ts'

/** The result of `get_note_info` for people. */
export function describeInfo(note: OutputOf<typeof getNoteInfo>, { terminal: { paint } }: Cli): string {
  const facts: readonly (readonly [string, string])[] = [
    ['note', note.path ?? ''],
    ['title', note.title ?? ''],
    ['type', note.type ?? ''],
    ['created', note.created ?? ''],
    ['updated', note.updated ?? ''],
    [
      'size',
      [
        formatSize(note.size ?? 0),
        countOf(note.total_lines ?? 0, 'line'),
        countOf(note.word_count ?? 0, 'word'),
      ].join(', '),
    ],
    ['links', `${note.link_count}`],
    ['tasks', note.task_count === 0 ? '' : `${note.open_task_count} open of ${note.task_count}`],
    ['tags', (note.tags ?? []).join(', ')],
    ['aliases', (note.aliases ?? []).join(', ')],
    ['hash', note.content_hash ?? ''],
    ['problem', note.problem ?? ''],
  ]
  const metadata = Object.entries(note.metadata ?? {}).map(([key, value]) => [
    `  ${oneLine(key)}`,
    shorten(oneLine(typeof value === 'string' ? value : JSON.stringify(value)), 100),
  ])
  const outline = (note.outline ?? []).map(({ level, text, line }) => [
    `${line}`.padStart(6),
    `${'  '.repeat(level - 1)}${oneLine(text)}`,
  ])
  return [
    formatTable(
      facts
        .filter(([, value]) => value !== '')
        .map(([key, value]) => [
          paint('dim', key),
          key === 'note' ? paint('bold', plainPath(value)) : oneLine(value),
        ]),
    ),
    ...(metadata.length === 0 ? [] : ['', paint('dim', 'frontmatter'), formatTable(metadata)]),
    ...(outline.length === 0 ? [] : ['', paint('dim', 'outline (line, heading)'), formatTable(outline)]),
  ].join('\n')
}
