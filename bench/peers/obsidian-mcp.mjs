/** obsidian-mcp: no index, every question reads the vault. */
export const obsidianMcp = {
  name: 'obsidian-mcp',
  package: 'obsidian-mcp',
  version: '2.0.1',
  main: 'dist/main.js',
  nodeMajor: 22,
  // It serves nothing else than what Obsidian has opened once.
  wantsFolder: '.obsidian',
  notes: ['no index: every search reads all notes, and takes its query as one phrase'],
  serverArgs: ({ vault }) => ['serve', '--vault', `v=${vault}`],
  search: (query) => ['obsidian_search_vault', { vault: 'v', query, limit: 10 }],
  hits: ({ structuredContent }) => structuredContent.data.matches.map(({ path }) => path),
  read: (path) => ['obsidian_read_note', { vault: 'v', path }],
  create: ({ path, text }) => ['obsidian_create_note', { vault: 'v', path, content: text }],
  append: ({ path, line }) => [
    'obsidian_edit_note',
    { vault: 'v', path, operation: 'append', content: `\n${line}\n` },
  ],
  rename: (source, destination) => ['obsidian_move_note', { vault: 'v', source, destination }],
}
