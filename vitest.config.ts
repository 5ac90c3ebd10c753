import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

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
      return existsSync(built) ? { id: built, external: true } : null
    },
  }
}

export default defineConfig({
  plugins: [runTheBuild()],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/isolate.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Most tests wait for processes of their own: a core kept free for the runner is a core that idles.
    maxWorkers: '100%',
  },
})
