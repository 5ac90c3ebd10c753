/** @bitbonsai/mcpvault: no index, every question reads the vault. */
export const mcpvault = {
  name: 'mcpvault',
  package: '@bitbonsai/mcpvault',
  version: '0.16.0',
  main: 'dist/server.js',
  nodeMajor: 20,
  notes: ['no index: every search reads all notes', 'its list is that of one folder'],
  serverArgs: ({ vault }) => [vault],
  search: (query) => ['search_notes', { query, limit: 10 }],
  hits: ({ content }) => JSON.parse(content[0].text).map(({ p }) => p),
  read: (path) => ['read_note', { path }],
  list: (folder) => ['list_directory', { path: folder }],
  create: ({ path, text }) => ['write_note', { path, content: text }],
  append: ({ path, line }) => ['write_note', { path, content: `\n${line}\n`, mode: 'append' }],
  rename: (oldPath, newPath) => ['move_note', { oldPath, newPath }],
}
