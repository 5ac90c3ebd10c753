// Installs the packed file as people do and takes the tour with it: globally, without install scripts, without a compiler,
// in an empty home. node scripts/check-install.mjs [--node PATH ...] [--npm 11|12] [--empty-cache]
// Each --node is tried after the other; without one the Node that runs this. --npm takes another npm than the one beside Node.
import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { megabytes, npmScript, pack, run, sizeOf, temporaryFolder } from './pinned-tools.mjs'
import { tinyPdf } from './tiny-pdf.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [process.execPath] },
    npm: { type: 'string' },
    'empty-cache': { type: 'boolean', default: false },
  },
})
const work = temporaryFolder('install')
// What a home has no say in: where packages come from, and those that are here already.
const registry = setting('registry')
const cache = values['empty-cache'] ? join(work, 'cache') : setting('cache')

const { file, entryCount, size } = pack(root, work)
console.log(`${basename(file)}: ${entryCount} files, ${megabytes(size)} packed`)
const npm = values.npm === undefined ? npmScript() : fetchNpm(values.npm)

const ways = /^(?:(?:https?|no)_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir))$/i

let failures = 0
for (const [index, given] of values.node.entries()) {
  try {
    tryNode(realpathSync(given), join(work, String(index)))
  } catch (error) {
    console.log(`  FAILED ${error.message}`)
    failures += 1
  }
}
process.exitCode = failures === 0 ? 0 : 1

function tryNode(node, folder) {
  const env = bareEnvironment(node, folder)
  const prefix = join(folder, 'prefix')
  const version = run(node, ['--version'], { env }).trim()
  const npmVersion = run(node, [npm, '--version'], { env }).trim()
  console.log(
    `Node ${version}, npm ${npmVersion}, ${values['empty-cache'] ? 'empty cache' : 'cache as it is'}`,
  )
  const begun = performance.now()
  const printed = run(node, [npm, 'install', '--global', '--prefix', prefix, '--ignore-scripts', file], {
    env,
    cwd: folder,
    timeout: 300_000,
  }).trim()
  console.log(`  installed in ${seconds(begun)}, ${megabytes(sizeOf(prefix))}. npm printed:`)
  console.log(printed.replace(/^/gm, '    '))
  if (/^npm (?:warn|error)/im.test(printed)) throw new Error('npm has something to say.')
  takeTour(flintOf(node, prefix), { folder, env })
}

/** Nothing but Node on the path, nothing in the home. */
function bareEnvironment(node, folder) {
  const home = join(folder, 'home')
  const bin = join(folder, 'bin')
  for (const made of [home, bin]) mkdirSync(made, { recursive: true })
  if (!isWindows) symlinkSync(node, join(bin, 'node'))
  return {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    ...(isWindows && { SystemRoot: process.env.SystemRoot }),
    PATH: [isWindows ? dirname(node) : bin, join(folder, 'prefix', isWindows ? '' : 'bin')].join(delimiter),
    // The way to the registry is the machine's.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ways.test(name))),
    npm_config_cache: cache,
    npm_config_registry: registry,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
}

/** What is called as `flint`; on Windows that is a batch file, and what it starts is called itself. */
function flintOf(node, prefix) {
  return isWindows
    ? [node, join(prefix, 'node_modules/flint-note/dist/app/main.js')]
    : [join(prefix, 'bin/flint')]
}

function takeTour([program, ...first], { folder, env }) {
  const vault = join(folder, 'notes')
  const pdf = join(folder, 'lamp.pdf')
  writeFileSync(pdf, tinyPdf('The lighthouse keeper counts the ships.'))
  const note = { title: 'Tomato soup', content: 'Cook ripe tomatoes with garlic and basil.\n' }
  step('create', ['create', 'notes', 'Notes', vault, '--json'])
  step('a note', ['call', 'create_note', '--json', JSON.stringify(note)])
  const words = (...given) => ['search', '--mode', 'keyword', ...given, '--json']
  step('words', words('basil'), (found) => titles(found).includes(note.title))
  step('meaning', ['search', '--mode', 'semantic', 'a recipe for dinner', '--json'], (found) =>
    titles(found).includes(note.title),
  )
  step('a PDF', ['ingest', pdf, '--json'])
  step('its text', words('lighthouse keeper'), (found) => titles(found).length === 1)
  step('undo', ['undo', '--last', '--json'])
  // A search that finds nothing says so by its code.
  step('undone', words('lighthouse keeper'), (found) => titles(found).length === 0, 3)
  step('doctor', ['doctor', '--json'])

  function step(name, args, isRight = () => true, expected = 0) {
    const begun = performance.now()
    const { status, stdout, stderr, error } = spawnSync(program, [...first, ...args], {
      env,
      cwd: folder,
      encoding: 'utf8',
      timeout: 120_000,
    })
    if (status !== expected) throw new Error(`${name} ended with ${status}: ${error ?? ''}${stdout}${stderr}`)
    if (!isRight(JSON.parse(stdout))) throw new Error(`${name} is not as it should be: ${stdout}`)
    console.log(`  ok ${name} (${seconds(begun)})`)
  }
}

function titles({ results }) {
  return results.map(({ title }) => title)
}

function fetchNpm(major) {
  const folder = join(work, 'npm')
  mkdirSync(folder)
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `npm@${major}`], { cwd: folder })
  return join(folder, 'node_modules/npm/bin/npm-cli.js')
}

function setting(name) {
  return run('npm', ['config', 'get', name, '--loglevel', 'error'], { cwd: root }).trim()
}

function seconds(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
