import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findPostgres } from './scripts/postgres/find-postgres.mjs'
import { defineConfig, type Plugin } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

// Hundreds of threads and processes load the same modules: what V8 made of them is kept from one to the next.
process.env['NODE_COMPILE_CACHE'] ??= `${root}dist/.compiled`

// Tests write and flush thousands of small files that nobody keeps: where memory has plenty of room, they lie there.
// Long runs, and whoever sets TMPDIR, have them on a disk.
if (process.env['TMPDIR'] === undefined && !process.argv.includes('long') && isRoomy('/dev/shm')) {
  const folder = mkdtempSync('/dev/shm/flint-')
  // Some tests act as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => {
    // A process that has just been ended may still write there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
}

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return Math.min(bavail * bsize, freemem()) > 8 * 2 ** 30
}

/**
 * Tests are written against `src` and run against `dist`: what is tested is what is published, worker threads
 * included, and nothing is compiled twice.
 */
function runTheBuild(): Plugin {
  return {
    name: 'run-the-build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null
      const target = fileURLToPath(new URL(source, `file://${importer}`))
      if (!/^(src|migrations|scripts)\//.test(target.slice(root.length))) return null
      const built = `${root}dist/${target.slice(root.length).replace(/\.ts$/, '.js')}`
      return existsSync(built) ? built : null
    },
  }
}

/** A file that has a process to itself: it starts others, or changes what is the whole process's. */
const alone = [
  'test/{changes,cli,cluster,docs,files,git,plugin,postgres,server,watch}/**/*.test.ts',
  'test/registry/import-legacy.test.ts',
  'test/vault/{killed-reindex,real-vaults,soak}.test.ts',
]

/** They share the Chromium that the first of them starts. */
const browser = ['test/page/browser/**/*.test.ts']

/** Run a second time on the stores of servers that share vaults: these always, those below in long runs. */
const onPostgres = ['test/changes/{carry-out,change-log,lost-lock,recovery,roll-back}.test.ts']
const longOnPostgres = [
  'test/changes/{busy-editor,late-saves,undo-property,write-changes}.test.ts',
  'test/tools/admin/{list-changes,undo-change}.test.ts',
  'test/tools/notes/{bulk-delete-notes,delete-note,move-note,rename-note,update-note-edits}.test.ts',
  'test/vault/embedding.test.ts',
]

/** The tests of tools, changes and HTTP against three servers that share their vaults, most calls passed on: `npm run test:cluster`. */
const onThreeServers = {
  extends: true as const,
  test: {
    name: 'on-three-servers',
    include: [
      'test/{call,changes,tools}/**/*.test.ts',
      'test/server/{http-*,metrics,oauth,plain-call,prompts}.test.ts',
    ],
    env: { FLINT_SERVERS: '3' },
  },
}

/** Text and values: no vault is opened. */
const pure = ['test/{gitlab,markdown,model,own-files,settings,text-work}/**/*.test.ts']

export default defineConfig(({ mode }) => ({
  plugins: [runTheBuild()],
  test: {
    env: mode === 'long' ? { FLINT_LONG: '1' } : {},
    setupFiles: ['test/support/isolate.ts'],
    globalSetup: ['test/support/one-postgres.ts'],
    // For what hangs, or takes time with the square of what it is given. A busy machine may take long for the others, too.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    pool: 'forks',
    // Node itself loads the build, as it does for whoever uses flint: nothing there is to be transformed.
    server: { deps: { external: [/\/dist\/(?:src|migrations|scripts)\//] } },
    // Most tests wait for the disk and for processes of their own: three for two cores leave none of them idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      { extends: true, test: { name: 'process', include: alone } },
      { extends: true, test: { name: 'browser', include: browser, isolate: false } },
      {
        extends: true,
        test: {
          name: 'vault',
          include: ['test/**/*.test.ts'],
          exclude: [...alone, ...browser, ...pure],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      ...(findPostgres() === null
        ? []
        : [
            {
              extends: true,
              test: {
                name: 'on-postgres',
                include: mode === 'long' ? [...onPostgres, ...longOnPostgres] : onPostgres,
                env: { FLINT_STORES: 'postgres', ...(mode === 'long' && { FLINT_LONG: '1' }) },
              },
            } as const,
            ...(mode === 'cluster' ? [onThreeServers] : []),
          ]),
    ],
  },
}))
