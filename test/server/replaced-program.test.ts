import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setEnvironmentData, Worker } from 'node:worker_threads'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { withFolder } from '../support/with-folder.ts'

const gone = 'flint was updated, moved or removed since it was started here.'
const startAgain = 'Start flint again: in a client, reconnect to its server.'
const root = fileURLToPath(new URL('../..', import.meta.url))
const app = join(root, 'dist/app')

/** A program of its own in this folder, which a test may remove, and how to serve a vault with it. */
async function install(folder: string) {
  const program = join(folder, 'program')
  const config = join(folder, 'config')
  await cp(app, join(program, 'dist/app'), { recursive: true })
  await cp(join(root, 'package.json'), join(program, 'package.json'))
  await symlink(join(root, 'node_modules'), join(program, 'node_modules'))
  await mkdir(config)
  const vaults = { notes: { name: 'Notes', path: join(folder, 'notes') } }
  await writeFile(
    join(config, 'config.yml'),
    JSON.stringify({ vaults, current_vault: 'notes', search: { model: 'none' } }),
  )
  return {
    program,
    how: {
      command: process.execPath,
      args: [join(program, 'dist/app/main.js'), 'serve', '--toolsets', 'all'],
      env: { HOME: folder, FLINT_CONFIG_DIR: config, FLINT_DATA_DIR: join(folder, 'data'), PATH: '' },
      cwd: folder,
      stderr: 'ignore' as const,
    },
  }
}

test('a server whose files were removed by an update says so, and what it has loaded goes on', () =>
  withFolder({ 'notes/one.md': 'One\n' }, async (folder) => {
    const { program, how } = await install(folder)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(new StdioClientTransport(how))
    const read = () => client.callTool({ name: 'get_note', arguments: { identifier: 'one.md' } })
    expect((await read()).isError).not.toBe(true)
    await rm(program, { recursive: true })
    expect((await read()).isError).not.toBe(true)
    const query = { name: 'search_notes_sql', arguments: { query: 'SELECT 1' } }
    expect((await client.callTool(query)).structuredContent).toMatchObject({
      error: { code: 'INTERNAL_ERROR', message: gone, hint: startAgain },
    })
    await client.close()
  }))

test('a thread of another build than the program that starts it does not begin', async () => {
  setEnvironmentData('flint build', 'another')
  const worker = new Worker(join(app, 'text-thread.js'))
  const failed = new Promise((resolve) => worker.once('error', resolve))
  expect(await failed).toMatchObject({ name: 'ProgramReplaced' })
})
