// The table of `docs/architecture.md`, in reading order: each folder knows only those it lists.
const mayImport = {
  model: [],
  markdown: ['model'],
  embed: ['model'],
  watch: ['model'],
  'index-db': ['model'],
  files: ['model', 'markdown'],
  settings: ['model', 'markdown', 'files'],
  changes: ['model', 'markdown', 'index-db', 'files'],
  sync: ['model', 'markdown', 'watch', 'index-db', 'files'],
  gitlab: ['model', 'markdown'],
  ingest: ['model', 'markdown'],
  search: ['model', 'markdown', 'embed', 'index-db'],
  vault: ['model', 'markdown', 'embed', 'index-db', 'files', 'settings', 'changes', 'sync', 'search'],
  garden: ['model', 'markdown', 'index-db', 'files', 'changes', 'search', 'vault'],
  registry: ['model', 'files', 'settings', 'vault'],
  code: ['registry'],
  tools: [
    'model',
    'markdown',
    'index-db',
    'files',
    'settings',
    'changes',
    'gitlab',
    'ingest',
    'search',
    'vault',
    'garden',
    'registry',
  ],
  server: ['model', 'tools'],
  cli: ['model', 'registry', 'code', 'tools', 'server', 'app\\.ts', 'spare-thread\\.ts'],
}

const folders = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...allowed].join('|')})(/|$)` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...folders,
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'pure-core',
      comment: 'model and markdown have no effects',
      severity: 'error',
      from: { path: '^src/(model|markdown)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'one-door-to-the-index',
      comment: 'index rows change only in apply.ts, called only by the sync thread',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/sync/(index-updater|index-file|open-writer)\\.ts$|^src/index-db/',
      },
      to: { path: '^src/index-db/apply\\.ts$' },
    },
    {
      name: 'migrations-know-nothing',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/' },
    },
    {
      name: 'sdk-only-in-server',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(server|cli/demo\\.ts)' },
      to: { path: '@modelcontextprotocol' },
    },
    {
      name: 'only-app-joins',
      severity: 'error',
      from: { path: '^src/(?!cli/)' },
      to: { path: '^src/app\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
