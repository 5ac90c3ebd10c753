// Makes a clone ready: brings Node 22 where this one is older, installs from the lockfile and builds, each only when
// missing or stale. Then runs a program of the project, if one is named: node scripts/ready.mjs [PROGRAM [ARGUMENT ...]]
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import olderNode from './node/older-node.cjs'
import { canBringBrowser, ownBrowser } from './browser/find-browser.mjs'
import { canBringPostgres, ownPostgres } from './postgres/find-postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2)
process.chdir(root)

if (olderNode.isNewEnough()) {
  await makeReady()
  const isTest = given[0]?.includes('vitest') === true
  if (isTest && canBringBrowser && ownBrowser() === null)
    install('scripts/browser', 'Bringing a browser for the tests of the page …', '--ignore-scripts')
  if (isTest && canBringPostgres && ownPostgres() === null)
    install('scripts/postgres', 'Bringing PostgreSQL for the tests of clusters …', '--ignore-scripts')
  await runProgram()
} else {
  olderNode.runWith(findNode(), [fileURLToPath(import.meta.url), ...given])
}

/** Node 22 LTS in a folder that git ignores; npm takes the package of this platform and checks its digest. */
function findNode() {
  install('scripts/node', `This is Node ${process.version}: bringing Node 22 …`)
  const found = olderNode.findNode(root)
  if (found !== null) return found
  console.error(
    `${olderNode.needs} There is none for ${process.platform} on ${process.arch} to bring: install it.`,
  )
  process.exit(1)
}

/** What a folder's lockfile names, unless it lies there already. */
function install(folder, what, ...options) {
  const lock = readFileSync(`${folder}/package-lock.json`, 'utf8')
  const stamp = `${folder}/node_modules/.flint-lock`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  npm(['ci', ...options], what, folder)
  writeFileSync(stamp, lock)
}

async function makeReady() {
  install('.', 'Installing the dependencies (once, and when they change) …')
  const built = 'dist/app/main.js'
  const bundlers = ['bundle', 'build-page', 'licences'].map((name) => `scripts/${name}.mjs`)
  const settings = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...bundlers]
  if (
    !existsSync(built) ||
    statSync(built).mtimeMs < newest(['src', 'migrations', 'scripts/demo', 'scripts/model', ...settings])
  ) {
    // The types of a new clone are as its authors left them. After a change they are looked at, which takes twice as long
    // as all else.
    const compiler = ['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.build.json']
    if (!existsSync('dist')) compiler.push('--noCheck')
    // A source that was deleted must not live on in the build.
    for (const part of ['dist/src', 'dist/migrations', 'dist/scripts', 'dist/app', 'dist/.tsbuildinfo'])
      rmSync(part, { recursive: true, force: true })
    run(process.execPath, compiler, 'Building …')
    run(process.execPath, ['scripts/bundle.mjs'], 'Bundling …')
    run(process.execPath, ['scripts/build-page.mjs'], 'Bundling the page …')
  }
  await import('./build-kernel.mjs')
  // The embedded model is made only when it is missing or its maker has changed.
  await import('./build-model.mjs')
}

async function runProgram() {
  const [program] = given
  if (program === undefined) return
  process.argv.splice(1, 2, fileURLToPath(new URL(program, pathToFileURL(root))))
  await import(new URL(program, pathToFileURL(root)).href)
}

/** npm's own script where npm has started this: its command on Windows is a batch file, which needs a shell. */
function npm(args, what, cwd) {
  const script = process.env.npm_execpath
  const quiet = [...args, '--no-audit', '--no-fund']
  if (script?.endsWith('.js')) run(process.execPath, [script, ...quiet], what, { cwd })
  else run('npm', quiet, what, { cwd, shell: process.platform === 'win32' })
}

function run(command, args, what, options = {}) {
  console.error(what)
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options })
  if (status === 0) return
  console.error(
    `\n${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}. See the lines above.`,
  )
  process.exit(1)
}

function newest(paths) {
  let time = 0
  for (const path of paths) {
    const { mtimeMs } = statSync(path)
    time = Math.max(time, mtimeMs)
    if (!/\.\w+$/.test(path))
      time = Math.max(time, newest(readdirSync(path).map((name) => `${path}/${name}`)))
  }
  return time
}
