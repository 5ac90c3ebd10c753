import { chmodSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const runSources = new URL('scripts/mutants/run-sources.mjs', import.meta.url).href

// StrykerJS copies the project into a folder for its own user alone, and some tests start a process as somebody else.
if (root.includes('/.stryker-tmp/')) chmodSync(root, 0o755)

/** Other tests than usual, between spaces: those nearest to a file need minutes, all of them hours. */
const near = process.env['FLINT_MUTANT_TESTS']

/** The tests nearest to what `npm run test:mutants` changes, run on the sources as they are: nothing is built. */
export default defineConfig({
  plugins: [
    {
      name: 'run-the-sources',
      enforce: 'pre',
      resolveId(source, importer) {
        if (importer === undefined || !source.startsWith('.')) return null
        const target = fileURLToPath(new URL(source, `file://${importer}`))
        return /^(src|migrations)\//.test(target.slice(root.length)) ? { id: target, external: true } : null
      },
    },
  ],
  test: {
    include: near?.split(' ') ?? [
      'test/{access,call,changes,files,sync,registry}/**/*.test.ts',
      'test/tools/{permissions,scope}.test.ts',
      'test/vault/{robustness,unmounted}.test.ts',
      'test/server/http-tokens.test.ts',
    ],
    // Thousands of writes by other processes, or by chance, find little that the others do not.
    exclude: ['test/changes/{many-writers,undo-property,editors}.test.ts'],
    // The process of a query has too little memory to read sources; what is drawn by chance for a whole folder takes seconds.
    testNamePattern:
      /^(?!.*(most of these calls show such a word|can be asked lets a call out|says what one built from nothing says|reported meanwhile, is in))/,
    setupFiles: ['test/support/isolate.ts', 'scripts/mutants/follow-threads.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    execArgv: ['--import', runSources, '--disable-warning=ExperimentalWarning'],
  },
})
