import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { withFolder } from '../support/with-folder.ts'

/** What a process that can open no more files answers to each of these, imported as `from` says. */
function withoutFiles(imports: Readonly<Record<string, string>>, tries: readonly string[]): unknown {
  const dist = pathToFileURL(`${process.cwd()}/dist/src/`).href
  const code = [
    "import { openSync, closeSync } from 'node:fs'",
    "import Database from 'better-sqlite3'",
    ...Object.entries(imports).map(([name, from]) => `import { ${name} } from '${dist}${from}'`),
    'const signal = new AbortController().signal, log = { debug() {}, info() {}, warn() {}, error() {} }',
    'const tell = ({ code, message }) => ({ code, message })',
    "new Database(':memory:').close()",
    'const held = []',
    "try { for (;;) held.push(openSync('/dev/null', 'r')) } catch {}",
    `const told = []`,
    ...tries.map((run) => `told.push(await (async () => ${run})().then(() => 'done', tell))`),
    'for (const file of held) closeSync(file)',
    'process.stdout.write(JSON.stringify(told))',
    'process.exit()',
  ].join('\n')
  const inShell = `ulimit -n 100; exec "$0" --input-type=module -e "$1"`
  const told = execFileSync('/bin/sh', ['-c', inShell, process.execPath, code], { encoding: 'utf8' })
  return JSON.parse(told)
}

const reason = 'flint has as many files open as the system lets it (EMFILE).'

test.skipIf(process.platform === 'win32')(
  'a program that cannot be started as too many files are open ends the call, not the server',
  () => {
    const imports = {
      runRipgrep: 'vault/run-ripgrep.js',
      SqlRunner: 'search/sql/sql-runner.js',
      readPdf: 'pdf/read-pdf.js',
      readHtml: 'ingest/read-html.js',
      callGit: 'git/call-git.js',
    }
    const told = withoutFiles(imports, [
      "await runRipgrep({ root: '/', places: ['.'], args: [], pattern: 'x', ifBad: '', signal, program: 'rg' }).next()",
      "await new SqlRunner().run({ query: 'SELECT 1', params: [] }, { timeoutMs: 1000, signal })",
      'await readPdf(Buffer.from("%PDF"))',
      "await readHtml({ html: '<p>x', url: 'http://x.example' }, { signal })",
      "await callGit({ args: ['status'], cwd: '/' })",
    ])
    const refused = { code: 'VAULT_UNAVAILABLE', message: reason }
    const byGit = { code: 'GIT_ERROR', message: `git could not be started: ${reason}` }
    expect(told).toEqual([refused, refused, refused, refused, byGit])
  },
)

test.skipIf(process.platform === 'win32')(
  'a history that cannot be opened for that is not said to lack a permission',
  () =>
    withFolder({ 'vaults/key/': '' }, (folder) => {
      const open = `await new SqliteHistory('${folder}/vaults/key', log).open()`
      const told = withoutFiles({ SqliteHistory: 'changes/sqlite-history.js' }, [open])
      expect(told).toEqual([{ code: 'INDEX_UNAVAILABLE', message: reason }])
      return Promise.resolve()
    }),
)
