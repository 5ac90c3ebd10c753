import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const source = resolve(import.meta.dirname, '../../src')

test('initialize is answered with nothing loaded that only tools and vaults need', () => {
  const loaded = loadedBy([
    'cli/loader.ts',
    'cli/main.ts',
    'cli/run-cli.ts',
    'cli/cli.ts',
    'cli/commands/serve.ts',
  ])
  const packages = loaded.filter((name) => !name.startsWith('/') && !name.startsWith('node:'))
  expect(packages.sort()).toEqual([
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/server/stdio',
    'commander',
    'env-paths',
    // The SDK brings it along.
    'zod',
  ])
  const own = loaded.filter((name) => name.startsWith(source)).map((name) => name.slice(source.length + 1))
  expect(own.filter((name) => !/^(cli|model|server|call|offers|dialects|tools)\//.test(name)).sort()).toEqual(
    [
      // The log is the user's alone.
      'own-files/compiled-files.ts',
      'own-files/keep-private.ts',
      // Whether a file named on the command line lies in a vault.
      'own-files/leads-out.ts',
      'own-files/make-private-folder.ts',
      'registry/config-folder.ts',
    ],
  )
})

test('the threads of the built program load nothing that only tools and protocol need', () => {
  const built = resolve(import.meta.dirname, '../../dist/app')
  const modules = z
    .record(z.string(), z.array(z.string()))
    .parse(JSON.parse(readFileSync(resolve(built, 'modules.json'), 'utf8')))
  for (const thread of ['sync-thread.js', 'read-thread.js', 'vector-thread.js', 'embed-thread.js']) {
    const files = new Set([thread])
    for (const file of files) {
      const text = readFileSync(resolve(built, file), 'utf8')
      // What it loads later counts too: a thread stays.
      for (const [, name = ''] of text.matchAll(/["'`](?:\.\/)?([\w.-]+\.js)["'`]/g))
        if (name in modules) files.add(name)
    }
    // What runs each file of the bundle runs first.
    files.delete('loader.js')
    const loaded = [...files].flatMap((file) => modules[file] ?? [])
    expect(loaded.filter((name) => name.startsWith('dist/src/')).length).toBeGreaterThan(2)
    expect(
      loaded.filter((name) =>
        /^dist\/src\/(?:tools|server|cli|registry|garden|vault)\/|modelcontext/.test(name),
      ),
      thread,
    ).toEqual([])
  }
})

/** Files and packages that importing these loads at once: `import type` and `import()` are left out. */
function loadedBy(starts: readonly string[]): string[] {
  const seen = new Set(starts.map((start) => resolve(source, start)))
  for (const file of seen) {
    if (!file.startsWith('/')) continue
    for (const [statement, name = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      if (!isTypeOnly(statement)) seen.add(name.startsWith('.') ? resolve(file, '..', name) : name)
    }
  }
  return [...seen]
}

const importPattern = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'([^']+)'/gm

function isTypeOnly(statement: string): boolean {
  if (/^(?:import|export)\stype\s/.test(statement)) return true
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',')
  return names?.every((name) => /^\s*(?:type\s.*)?$/s.test(name)) ?? false
}
