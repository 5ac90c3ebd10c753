import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'

const bundled = z
  .record(z.string(), z.array(z.string()))
  .parse(JSON.parse(readFileSync(join(mainFile, '../modules.json'), 'utf8')))

/** Writes the files of the bundle that Node has loaded, in this process alone. */
const tellLoaded = `
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url.split('/').at(-1)); return next(url, context) } })
if (isMainThread) process.on('exit', () => process.stderr.write('loaded ' + JSON.stringify(loaded)))`

test.each([
  ['notes', ['notes']],
  ['show', ['show', 'lamp']],
  ['backlinks', ['backlinks', 'lamp']],
  ['tags', ['tags']],
  ['todos', ['todos']],
  ['random', ['random']],
  ['on-this-day', ['on-this-day', '2026-02-03']],
])('flint %s loads no protocol, no page, no model and few tools', async (_, args) => {
  await withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { code, stderr } = await flint.run(args, {
      isProcess: true,
      env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tellLoaded)}` },
    })
    // Nothing may have been found.
    expect([0, 3], stderr).toContain(code)
    const files = z.array(z.string()).parse(JSON.parse(/loaded (\[.*\])/.exec(stderr)?.[1] ?? '[]'))
    const modules = files.flatMap((file) => bundled[file] ?? [])
    expect(modules).toContain('dist/src/call/call-tool.js')
    const strange =
      /modelcontext|^dist\/src\/(?:server|page\/(?!calls\/)|offers|ingest|embed\/own|search\/sql|cli\/picker)\/|^dist\/src\/tools\/(?:gitlab|ingest|types|inbox|admin)\//
    expect(modules.filter((name) => strange.test(name))).toEqual([])
  })
})
