/** @modelcontextprotocol/server-filesystem: files, not notes. Only `bench:agent` asks it: it has no search by words. */
export const fileServer = {
  name: 'file-server',
  package: '@modelcontextprotocol/server-filesystem',
  version: '2026.8.31',
  main: 'dist/index.js',
  nodeMajor: 20,
  notes: ['no search by words'],
  serverArgs: ({ vault }) => [vault],
}
