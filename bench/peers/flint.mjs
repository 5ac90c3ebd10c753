import { basename } from 'node:path'
import { untilReady } from '../measure-server.mjs'

/** flint itself, asked for the same things as the peers. */
export const flint = {
  name: 'flint',
  notes: [],
  untilIndexed: untilReady,
  search: (query) => ['search_notes', { query, limit: 10 }],
  hits: ({ structuredContent }) => structuredContent.results.map(({ id }) => id),
  read: (path) => ['get_note', { identifier: path }],
  list: () => ['list_notes', { limit: 20 }],
  backlinks: (path) => ['get_backlinks', { identifier: path }],
  create: ({ path, title, text }) => ['create_note', { path, title, content: text }],
  append: ({ path, line }) => ['update_note', { identifier: path, mode: 'append', content: line }],
  rename: (path, newPath) => [
    'rename_note',
    { identifier: path, new_title: basename(newPath, '.md'), rename_file: true },
  ],
}
