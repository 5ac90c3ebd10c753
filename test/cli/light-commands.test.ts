import { readFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'

const bundled = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(mainFile, '../modules.json'), 'utf8')))

const recorder = fileURLToPath(new URL('../support/order-of-start.cjs', import.meta.url))

/** What no command needs that only asks, unless it is said beside it. */
const strange =
  /modelcontext|node_modules\/pg\/|^dist\/src\/(?:server|page\/(?!calls\/)|offers|cluster|postgres|access|ingest|pdf|embed\/own|search\/sql|cli\/picker)\/|^dist\/src\/tools\/(?:gitlab|ingest|types|inbox|admin)\//

/** Its tools tell which columns a query may name. */
const columns = /^dist\/src\/search\/sql\/public-schema\.js$/

const commands: readonly [readonly string[], RegExp?][] = [
  [['notes', '--limit', '5']],
  [['notes', '--orphans']],
  [['links', 'shelf']],
  [['backlinks', 'lamp']],
  [['related', 'lamp'], columns],
  [['tags']],
  [['grep', '-F', 'walnut'], columns],
  [['show', 'lamp']],
  [['show', 'lamp', '--path']],
  [['todos']],
  [['inbox'], /^dist\/src\/tools\/inbox\//],
  [['search', 'walnut'], columns],
  [['graph', 'lamp']],
  [['sql', 'SELECT id FROM notes'], /^dist\/src\/search\/sql\//],
  [['random']],
  [['on-this-day', '2026-02-03']],
  [['history'], /^dist\/src\/tools\/admin\//],
  [['status']],
  [['list']],
  [['current']],
]

test.each(commands)('flint %j loads no protocol, no page, no model and few tools', async (args, own) => {
  await withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const file = join(flint.folder, 'order')
    const { code, stderr } = await flint.run(args, {
      isProcess: true,
      env: { NODE_OPTIONS: `--require ${JSON.stringify(recorder)}`, ORDER_OF_START: file },
    })
    // Nothing may have been found.
    expect([0, 3], stderr).toContain(code)
    const steps = await readFile(file, 'utf8')
    // Of the program and of its threads.
    const files = [...steps.matchAll(/^(?:thread )?loads (\S+)$/gm)].map(([, name = '']) => name)
    const modules = files.flatMap((name) => bundled[name] ?? [])
    expect(modules).toContain('dist/src/cli/run-cli.js')
    // The list of vaults needs no tool.
    if (args[0] !== 'list') expect(modules).toContain('dist/src/call/call-tool.js')
    expect(modules.filter((name) => strange.test(name) && own?.test(name) !== true)).toEqual([])
  })
})
