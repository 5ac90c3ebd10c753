import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { changeRegistry } from '../../src/registry/change-registry.ts'
import { readRegistry } from '../../src/registry/read-registry.ts'
import { type RegistryChange, watchRegistry } from '../../src/registry/watch-registry.ts'
import { writeAtomically } from '../../src/registry/write-atomically.ts'
import { until } from '../support/until.ts'
import { withFolder } from '../support/with-folder.ts'

const run = promisify(execFile)

test('a change by another process is told, a damaged file too, and then its repair', () =>
  withFolder({ 'config.yml': 'current_vault: a\n' }, async (folder) => {
    const file = join(folder, 'config.yml')
    const changes: RegistryChange[] = []
    const watch = watchRegistry(folder, await readRegistry(folder), (change) => changes.push(change))
    try {
      const script = fileURLToPath(new URL('../fixtures/add-vaults.mjs', import.meta.url))
      await run(process.execPath, [script, folder, 'x', '1'])
      await until('the other process is heard', () => changes.length === 1)
      expect(changes).toEqual(['changed'])

      await writeFile(file, 'current_vault: [\n')
      await until('the damage is told', () => changes.length === 2)
      expect(changes[1]).toBe('damaged')

      await writeFile(file, 'current_vault: b\n')
      await until('the repair is told', () => changes[2] === 'changed')

      await rm(file)
      await until('a removed file is an empty registry', () => changes.length === 4)
      expect(changes[3]).toBe('changed')
    } finally {
      watch.close()
    }
  }))

test('what happened between the reading and the watching is told', () =>
  withFolder({}, async (folder) => {
    const known = await readRegistry(join(folder, 'none'))
    await changeRegistry(join(folder, 'none'), (config) => ({ ...config, current_vault: 'a' }))
    const changes: RegistryChange[] = []
    const watch = watchRegistry(join(folder, 'none'), known, (change) => changes.push(change))
    await until('the change is told', () => changes[0] === 'changed')
    watch.close()
  }))

test('nothing is told after closing, nor for a file that says the same', () =>
  withFolder({ 'config.yml': 'current_vault: a\n' }, async (folder) => {
    const known = await readRegistry(folder)
    const silent: RegistryChange[] = []
    const heard: RegistryChange[] = []
    const closed = watchRegistry(folder, known, (change) => silent.push(change))
    const open = watchRegistry(folder, known, (change) => heard.push(change))
    closed.close()
    const write = (text: string) => writeAtomically(join(folder, 'config.yml'), text, async () => true)
    await write('current_vault: a\n')
    await writeFile(join(folder, 'other.yml'), 'x')
    await write('current_vault: c\n')
    await until('the open one hears', () => heard.length > 0)
    open.close()
    expect(silent).toEqual([])
    expect(heard).toEqual(['changed'])
  }))

test('watching does not keep a process alive', () =>
  withFolder({ 'config.yml': 'current_vault: a\n' }, async (folder) => {
    const dist = fileURLToPath(new URL('../../dist/src/registry', import.meta.url))
    const script = `
      import { readRegistry } from ${JSON.stringify(`${dist}/read-registry.js`)}
      import { watchRegistry } from ${JSON.stringify(`${dist}/watch-registry.js`)}
      const folder = ${JSON.stringify(folder)}
      watchRegistry(folder, await readRegistry(folder), () => {})
      process.stdout.write('watching')`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 })
    expect(stdout).toBe('watching')
  }))
