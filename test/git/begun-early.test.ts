import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Clone, withTwo } from '../support/with-clones.ts'
import type { Flint } from '../cli/with-flint.ts'

const recorder = fileURLToPath(new URL('../support/order-of-start.cjs', import.meta.url))

/** Whether git was asked for its status, and for settings, before the parser of the command line was loaded. */
async function begunBefore({ run, folder: base }: Flint, { folder }: Clone, args: readonly string[]) {
  const file = join(base, 'order')
  await rm(file, { force: true })
  const env = {
    FLINT_CONFIG_DIR: `${folder}.config`,
    FLINT_DATA_DIR: `${folder}.data`,
    NODE_OPTIONS: `--require ${JSON.stringify(recorder)}`,
    ORDER_OF_START: file,
  }
  const { code, stdout } = await run(args, { cwd: folder, env, isProcess: true })
  expect(code).toBe(0)
  const steps = (await readFile(file, 'utf8')).split('\n')
  const parser = steps.findIndex((step) => step.startsWith('loads start-'))
  expect(parser).not.toBe(-1)
  const asked = (what: string) =>
    steps.findIndex((step) => step.startsWith('runs git ') && step.includes(what))
  const times = (what: string) => steps.filter((step) => step.includes(` ${what} `)).length
  expect([asked(' status '), asked(' config ')]).not.toContain(-1)
  return {
    stdout,
    isStatusFirst: asked(' status ') < parser,
    areSettingsFirst: asked(' config ') < parser,
    looks: times('status'),
  }
}

test('git looks at the work tree while flint is loaded, once, and where its settings are none but git’s own', () =>
  withTwo({ 'n.md': '# N\n' }, async (ada, _, flint) => {
    await ada.flint('sync')
    for (const args of [['git', 'status'], ['sync']]) {
      const early = await begunBefore(flint, ada, args)
      expect(early).toMatchObject({ isStatusFirst: true, areSettingsFirst: true, looks: 1 })
      ada.git('config', 'filter.x.clean', 'cat')
      const late = await begunBefore(flint, ada, args)
      expect(late).toMatchObject({ isStatusFirst: false, areSettingsFirst: false, looks: 1 })
      ada.git('config', '--unset', 'filter.x.clean')
    }
    await ada.flint('git', 'setup', '--yes')
    expect(await begunBefore(flint, ada, ['git', 'status'])).toMatchObject({ isStatusFirst: true })
  }))
