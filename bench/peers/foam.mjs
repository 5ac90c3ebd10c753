import { basename, dirname } from 'node:path'

/** foam-cli: reads the whole vault into memory at each start. Its search knows titles, aliases, tags and properties. */
export const foam = {
  name: 'foam',
  package: 'foam-cli',
  version: '0.46.0',
  main: 'out/index.js',
  nodeMajor: 22,
  notes: [
    'no index on disk: each start reads all notes',
    'its search does not look into their text: its first answer is to a title, and a changed file is found by a tag',
  ],
  env: { FOAM_TELEMETRY: '0' },
  firstQuery: ({ path }) => basename(path, '.md'),
  serverArgs: ({ vault }) => ['mcp', '--workspace', vault, '--allow-writes'],
  search: (query) => ['search_resources', { query, limit: 10 }],
  // Its search knows tags only by `search_by_tag`.
  findTag: (tag) => ['search_by_tag', { tag }],
  hits: ({ content }) => JSON.parse(content[0].text).map(({ uri }) => uri),
  read: (path) => ['read_resource', { uri: path }],
  list: () => ['list_resources', { limit: 20 }],
  backlinks: (path) => ['get_connections', { uri: path, direction: 'backlinks' }],
  create: ({ path, title }) => ['create_resource', { title, dir: dirname(path) }],
  append: ({ path, text, line }) => ['update_resource', { uri: path, content: `${text}\n${line}\n` }],
  rename: (uri, newPath) => ['move_resource', { uri, new_path: newPath }],
}
