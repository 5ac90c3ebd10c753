import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
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

/** What npm would publish. */
async function listPacked(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    { cwd: root, maxBuffer: 20_000_000, shell: process.platform === 'win32' },
  )
  // npm 12 prints an object by name, npm 11 a list.
  const [packed]: readonly { files: { path: string }[] }[] = Object.values(JSON.parse(stdout))
  return (packed?.files ?? []).map(({ path }) => path)
}

test('the package holds what runs, all that it starts, and no build that only tests run', async () => {
  const paths = await listPacked()
  const built = paths.filter((path) => path.startsWith('dist/'))
  expect(built.filter((path) => !/^dist\/(?:app|models)\//.test(path))).toEqual([
    'dist/kernel/nearness.wasm',
    'dist/kernel/own-model.wasm',
  ])
  for (const path of built.filter((path) => /^dist\/app\/.*\.js$/.test(path)))
    for (const [, named = ''] of readFileSync(join(root, path), 'utf8').matchAll(
      /new URL\(.(\.{1,2}\/[\w./-]*-(?:thread|process|watchdog)\.js)./g,
    ))
      expect(paths).toContain(posix.join('dist/app', named))
}, 60_000)

test('every link of a page in the package leads to a file in it', async () => {
  const paths = await listPacked()
  const pages = paths.filter((path) => path.endsWith('.md') && !path.startsWith('plugin/skills/'))
  expect(pages.length).toBeGreaterThan(20)
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
    const lost = links.filter((to) => !paths.includes(posix.join(posix.dirname(page), to)))
    expect([page, lost]).toEqual([page, []])
  }
}, 60_000)

test('the package that npm would publish has the plugin, the skills and server.json in it', async () => {
  const paths = await listPacked()
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
  ['the plugin', () => flint.args],
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

test('the plugin starts the flint that is installed, and fetches nothing', () => {
  expect(Object.keys(npm.bin)).toContain(flint.command)
  expect(readFileSync(join(root, 'plugin/README.md'), 'utf8')).not.toContain('npx')
})

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
