// Packs flint as an .mcpb bundle for this platform: the package as npm would publish it, with what it needs to run. Native
// modules are in it, so each platform packs its own; they keep to Node-API, so that any Node runs them. `node
// scripts/pack-mcpb.mjs [FOLDER]`, by default the working directory. Without the optional packages (meaning, PDF) it is much
// smaller: `--lite`. `--node PATH`, which may be repeated, tries the bundle with another Node, too.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { x as extract } from 'tar'
import { installTools, megabytes, pack, run, sizeOf, temporaryFolder } from './pinned-tools.mjs'
import { askServer } from './ask-server.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lite: { type: 'boolean', default: false },
    node: { type: 'string', multiple: true, default: [] },
  },
})
const isLite = values.lite
const target = resolve(positionals[0] ?? '.')
const { platform, arch } = process

const staging = temporaryFolder('mcpb')
const bundle = join(staging, 'package')
say('Packing the package …')
await extract({ file: pack(root, staging).file, cwd: staging })

say('Installing what it needs to run …')
cpSync(join(root, 'package-lock.json'), join(bundle, 'package-lock.json'))
const omitted = ['--omit=dev', ...(isLite ? ['--omit=optional'] : [])]
run('npm', ['ci', '--ignore-scripts', ...omitted, '--no-audit', '--no-fund'], { cwd: bundle })
for (const name of ['package-lock.json', '.claude-plugin', 'server.json', 'docs'])
  rmSync(join(bundle, name), { recursive: true, force: true })
if (isLite) rmSync(join(bundle, 'dist/models'), { recursive: true, force: true })
const removed = removeOtherPlatforms(join(bundle, 'node_modules'))

const manifest = JSON.parse(readFileSync(join(root, 'mcpb/manifest.json'), 'utf8'))
manifest.compatibility.platforms = [platform]
writeFileSync(join(bundle, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)

say('Trying it …')
const answers = []
for (const node of [process.execPath, ...values.node]) {
  const args = [join(bundle, manifest.server.entry_point), 'serve', '--vault', join(bundle, 'plugin')]
  answers.push({ node: run(node, ['--version']).trim(), ...(await askServer(node, args)) })
}

const file = join(
  target,
  `${manifest.name}-${manifest.version}-${platform}-${arch}${isLite ? '-lite' : ''}.mcpb`,
)
const tool = installTools(['mcpb'])
tool('mcpb', ['validate', join(bundle, 'manifest.json')])
say('Packing the bundle …')
tool('mcpb', ['pack', bundle, file])
console.log(`${file}
${megabytes(statSync(file).size)} packed, ${megabytes(sizeOf(bundle))} unpacked, ${megabytes(removed)} for other platforms left out.
${answers.map(({ node, serverInfo, tools, prompts }) => `${serverInfo.name} ${serverInfo.version} answered on Node ${node} with ${tools} tools and ${prompts} prompts.`).join('\n')}`)

/** Some packages bring their binaries for every platform. */
function removeOtherPlatforms(modules) {
  const others = []
  for (const prebuilds of ['fs-native-extensions/prebuilds', 'better-sqlite3/prebuilds'])
    others.push(
      ...listed(join(modules, prebuilds))
        .filter((name) => !new RegExp(`^${platform}(?:musl)?-${arch}(?:\\.node)?$`).test(name))
        .map((name) => join(modules, prebuilds, name)),
    )
  // What it is built from.
  others.push(...['deps', 'src'].map((name) => join(modules, 'better-sqlite3', name)))
  const bytes = others.reduce((sum, path) => sum + sizeOf(path), 0)
  for (const path of others) rmSync(path, { recursive: true, force: true })
  return bytes
}

function listed(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function say(text) {
  console.error(text)
}
