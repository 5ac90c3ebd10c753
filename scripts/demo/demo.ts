import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { clientConfig } from '../../src/cli/clients/client-config.ts'
import { clientNames } from '../../src/cli/clients/client-names.ts'
import { flintCommand } from '../../src/cli/clients/flint-server.ts'
import { demoPage } from './demo-page.ts'
import { type CallOverWire, demoVaults } from './demo-vaults.ts'
import { makeSampleVaults, sampleVaults } from './sample-vaults.ts'
import { Storyteller } from './storyteller.ts'
import { describeTerminal } from '../../src/cli/terminal.ts'

const main = fileURLToPath(new URL('../../app/main.js', import.meta.url))
const { paint } = await describeTerminal(process, process.env)

/** `npm start`: the main job on two sample vaults, in a folder of its own that is gone afterwards. */
async function demonstrate(folder: string): Promise<void> {
  // Nothing of the user's is read or changed.
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    USERPROFILE: folder,
    FLINT_CONFIG_DIR: join(folder, 'config'),
    FLINT_DATA_DIR: join(folder, 'data'),
  }
  const story = new Storyteller((line) => process.stdout.write(`${line}\n`), paint)
  await makeSampleVaults(folder)
  for (const [id, { name, description }] of Object.entries(sampleVaults)) {
    const args = [main, 'create', id, name, join(folder, id), '--description', description]
    await story.step(
      `flint create ${id}: adopt a folder of notes as it is`,
      () => promisify(execFile)(process.execPath, args, { cwd: folder, env }),
      ({ stdout }) => stdout.trimEnd(),
    )
  }
  const client = new Client({ name: 'flint-demo', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'serve', '--log-level', 'error'],
    cwd: folder,
    env,
    stderr: 'inherit',
  })
  await story.step(
    'flint serve: start the server and connect a client over stdio',
    () => client.connect(transport),
    () => `${client.getServerVersion()?.title ?? 'flint'} ${client.getServerVersion()?.version ?? ''}`,
  )
  try {
    await demoVaults(overWire(client), story, folder)
  } finally {
    await client.close()
  }
  printClientLines()
  const isLookedAt = process.stdin.isTTY && process.stdout.isTTY
  await demoPage({ main, cwd: folder, env: withDisplay(env), isLookedAt }, story)
}

/** A browser of the user's own opens the page. */
function withDisplay(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS']
  const found = names.flatMap((name): [string, string][] => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...env, ...Object.fromEntries(found) }
}

function overWire(client: Client): CallOverWire {
  return async (name, args) => {
    const { structuredContent, isError } = await client.callTool({ name, arguments: { ...args } })
    if (isError !== true) return structuredContent
    throw new Error(JSON.stringify(structuredContent))
  }
}

function printClientLines(): void {
  const flint = flintCommand({ env: {}, vault: null })
  process.stdout.write(
    `\n${paint('bold', 'Now with your own notes:')} flint create notes "My notes" ~/notes, and one of these.\n`,
  )
  for (const { title, where, text } of clientNames.flatMap((name) => clientConfig(name, flint) ?? [])) {
    process.stdout.write(`\n${paint('cyan', title)}  ${paint('dim', where)}\n${text}\n`)
  }
}

const folder = await realpath(await mkdtemp(join(tmpdir(), 'flint-demo-')))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  })
// Whoever reads our output may stop early.
process.stdout.on('error', () => undefined)
try {
  await demonstrate(folder)
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
