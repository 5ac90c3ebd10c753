import { join } from 'node:path'

/** @tobilu/qmd: an index in SQLite that a command fills, and a server that reads it. Words only, without its models. */
export const qmd = {
  name: 'qmd',
  package: '@tobilu/qmd',
  version: '2.8.3',
  main: 'dist/cli/qmd.js',
  nodeMajor: 22,
  notes: [
    'cold index counts its command `collection add`; edits by others are found only after its command `update`, which is counted',
  ],
  serverArgs: () => ['mcp'],
  indexArgs: ({ vault }) => ['collection', 'add', vault, '--name', 'v'],
  refreshArgs: ['update'],
  databaseFolder: ({ home }) => join(home, '.cache', 'qmd'),
  search: (query) => ['query', { searches: [{ type: 'lex', query }], rerank: false, limit: 10 }],
  hits: ({ structuredContent }) => structuredContent.results.map(({ file }) => file.replace(/^v\//, '')),
  read: (path) => ['get', { file: `v/${path}` }],
}
