// Makes a fresh clone ready: installs from the lockfile and builds, each only when missing or stale.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `flint needs Node 20.19 or newer; this is ${process.version}. Install a newer Node and try again.`,
  )
  process.exit(1)
}

const lock = readFileSync('package-lock.json', 'utf8')
const lockStamp = 'node_modules/.flint-lock'
if (!existsSync(lockStamp) || readFileSync(lockStamp, 'utf8') !== lock) {
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund'],
    'Installing the dependencies (a few minutes the first time) …',
  )
  writeFileSync(lockStamp, lock)
}

const built = 'dist/app/main.js'
const settings = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/bundle.mjs']
if (!existsSync(built) || statSync(built).mtimeMs < newest(['src', 'migrations', ...settings])) {
  // A source that was deleted must not live on in the build.
  for (const part of ['dist/src', 'dist/migrations', 'dist/app', 'dist/.tsbuildinfo'])
    rmSync(part, { recursive: true, force: true })
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], 'Building …')
  run(process.execPath, ['scripts/bundle.mjs'], 'Bundling …')
}
// The embedded model is made only when it is missing or its maker has changed.
await import('./build-model.mjs')

function run(command, args, what) {
  console.error(what)
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
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
