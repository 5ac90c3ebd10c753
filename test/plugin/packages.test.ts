import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { readSkillFiles } from '../../src/cli/skills/skill-file.ts'
import { mainFile } from '../cli/with-flint.ts'
import { withFolder } from '../support/with-folder.ts'
import {
  bundleManifest,
  marketplace,
  packageJson,
  pluginManifest,
  pluginServers,
  serverJson,
} from './package-shapes.ts'
import { readPage } from './skill-sections.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

function read<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> {
  return shape.parse(JSON.parse(readFileSync(join(root, path), 'utf8')))
}

const npm = read('package.json', packageJson)
const plugin = read('plugin/.claude-plugin/plugin.json', pluginManifest)
const servers = read('plugin/.mcp.json', pluginServers)
const { plugins } = read('.claude-plugin/marketplace.json', marketplace)
const registered = read('server.json', serverJson)
const bundle = read('mcpb/manifest.json', bundleManifest)
const [published] = registered.packages
const { flint } = servers.mcpServers

test('one version everywhere', () => {
  const others = [plugin.version, plugins[0].version, registered.version, published.version, bundle.version]
  expect(new Set(others)).toEqual(new Set([npm.version]))
  expect(flint.args).toContain(`${npm.name}@${npm.version}`)
})

test('one name, licence, description and Node version everywhere', () => {
  expect(registered.name).toBe(npm.mcpName)
  expect(npm.mcpName).toMatch(new RegExp(`/${npm.name}$`))
  expect([published.identifier, bundle.name]).toEqual([npm.name, npm.name])
  expect(plugins[0]).toMatchObject({ name: plugin.name, description: plugin.description, source: './plugin' })
  expect(new Set([plugin.license, plugins[0].license, bundle.license])).toEqual(new Set([npm.license]))
  expect(bundle.description).toBe(registered.description)
  expect(bundle.compatibility.runtimes.node).toBe(npm.engines.node)
  expect(bundle.server.entry_point).toBe(npm.bin['flint'])
  expect(bundle.server.mcp_config.args[0]).toBe(`\${__dirname}/${bundle.server.entry_point}`)
})

test('the plugin has a README that says how to set it up', () => {
  expect(readPage('README.md').split(/\s+/).length).toBeGreaterThan(40)
  expect(readPage('README.md')).toContain(`Node ${npm.engines.node.replace('>=', '')}`)
})

test('the package that npm would publish has the plugin, the skills and server.json in it', async () => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    { cwd: root, maxBuffer: 20_000_000, shell: process.platform === 'win32' },
  )
  const [packed] = JSON.parse(stdout)
  const paths = packed.files.map(({ path }: { path: string }) => path)
  const skills = (await readSkillFiles()).map(({ path }) =>
    path.startsWith('skills/') ? `plugin/${path}` : `plugin/claude-${path}`,
  )
  expect(skills.length).toBeGreaterThanOrEqual(4)
  expect(paths).toEqual(
    expect.arrayContaining([
      ...skills,
      'server.json',
      'plugin/.claude-plugin/plugin.json',
      'plugin/.mcp.json',
      'plugin/README.md',
      '.claude-plugin/marketplace.json',
      npm.bin['flint'],
    ]),
  )
}, 60_000)

/** The command lines that clients are told to run, with this build in the package's place. */
const commandLines: readonly (readonly [string, (vault: string) => readonly string[]])[] = [
  ['the plugin', () => afterPackage(flint.command, flint.args)],
  [
    'server.json',
    (vault) =>
      published.packageArguments.flatMap((argument) =>
        argument.type === 'named'
          ? [argument.name, vault]
          : 'value' in argument
            ? [argument.value ?? '']
            : [],
      ),
  ],
  [
    'the bundle',
    (vault) =>
      bundle.server.mcp_config.args.slice(1).map((arg) => arg.replace('${user_config.vault}', vault)),
  ],
]

function afterPackage(command: string, args: readonly string[]): readonly string[] {
  expect([command, args[0], args[1]]).toEqual(['npx', '-y', `${npm.name}@${npm.version}`])
  return args.slice(2)
}

test.each(commandLines)('what %s runs is served, with tools and prompts', (_who, argsFor) =>
  withFolder({ 'notes/a.md': '# A\n' }, async (folder) => {
    await mkdir(join(folder, 'home'))
    const args = argsFor(join(folder, 'notes'))
    expect(args.join(' ')).not.toContain('${')
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [mainFile, ...args],
        cwd: join(folder, 'home'),
        stderr: 'ignore',
        env: {
          HOME: join(folder, 'home'),
          USERPROFILE: join(folder, 'home'),
          FLINT_CONFIG_DIR: join(folder, 'config'),
          FLINT_DATA_DIR: join(folder, 'data'),
        },
      }),
    )
    expect(client.getServerVersion()).toMatchObject({ name: npm.name, version: npm.version })
    expect((await client.listTools()).tools.length).toBeGreaterThan(50)
    expect((await client.listPrompts()).prompts.length).toBeGreaterThanOrEqual(11)
    if (args.includes('--vault')) {
      const { structuredContent } = await client.callTool({ name: 'list_notes', arguments: {} })
      expect(structuredContent).toMatchObject({ notes: [{ id: 'a.md' }] })
    }
    await client.close()
  }),
)

test('settings that server.json offers are settings of flint', async () => {
  const help = await promisify(execFile)(process.execPath, [mainFile, 'serve', '--help'])
  for (const argument of published.packageArguments)
    if (argument.type === 'named') expect(help.stdout).toContain(argument.name)
  const folders = readFileSync(join(root, 'src/registry/config-folder.ts'), 'utf8')
  for (const { name } of published.environmentVariables) expect(folders).toContain(`'${name}'`)
})
