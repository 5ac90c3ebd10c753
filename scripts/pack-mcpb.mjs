// Packs flint as an .mcpb bundle for this platform: the package as npm would publish it, with what it needs to run. Native
// modules are in it, so each platform packs its own: `node scripts/pack-mcpb.mjs [FOLDER]`, by default the working
// directory. Without the optional packages (meaning, PDF) it is much smaller: `--lite`.
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { x as extract } from 'tar'
import { installTools, run, temporaryFolder } from './pinned-tools.mjs'
import { askServer } from './ask-server.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isLite = process.argv.includes('--lite')
const target = resolve(process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '.')
const { platform, arch } = process

const staging = temporaryFolder('mcpb')
const bundle = join(staging, 'package')
say('Packing the package …')
const [{ filename }] = JSON.parse(
  run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', staging], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).replace(/null$/, ''),
)
await extract({ file: join(staging, filename), cwd: staging })

say('Installing what it needs to run …')
for (const name of ['package-lock.json', '.npmrc']) cpSync(join(root, name), join(bundle, name))
run('npm', ['ci', '--omit=dev', ...(isLite ? ['--omit=optional'] : []), '--no-audit', '--no-fund'], {
  cwd: bundle,
})
for (const name of ['package-lock.json', '.npmrc', '.claude-plugin', 'server.json'])
  rmSync(join(bundle, name), { recursive: true, force: true })
if (isLite) rmSync(join(bundle, 'dist/models'), { recursive: true, force: true })
const removed = removeOtherPlatforms(join(bundle, 'node_modules'))

const manifest = JSON.parse(readFileSync(join(root, 'mcpb/manifest.json'), 'utf8'))
manifest.compatibility.platforms = [platform]
writeFileSync(join(bundle, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)

say('Trying it …')
const { serverInfo, tools, prompts } = await askServer(process.execPath, [
  join(bundle, manifest.server.entry_point),
  'serve',
  '--vault',
  join(bundle, 'plugin'),
])

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
${serverInfo.name} ${serverInfo.version} answered with ${tools} tools and ${prompts} prompts.`)

/** Some packages bring their binaries for every platform. */
function removeOtherPlatforms(modules) {
  const folders = ['onnxruntime-node/bin/napi-v3', 'onnxruntime-node/bin/napi-v6'].map((path) =>
    join(modules, path),
  )
  const others = folders.flatMap((folder) => {
    const systems = listed(folder).map((name) => join(folder, name))
    const archs = listed(join(folder, platform)).map((name) => join(folder, platform, name))
    return [
      ...systems.filter((path) => !path.endsWith(platform)),
      ...archs.filter((path) => !path.endsWith(arch)),
    ]
  })
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

function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function say(text) {
  console.error(text)
}
