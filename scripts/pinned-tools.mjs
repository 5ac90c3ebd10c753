// Runs a published tool of an exact version from a temporary folder, so that the project does not depend on it.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export const pinned = {
  mcpb: '@anthropic-ai/mcpb@2.1.2',
  claude: '@anthropic-ai/claude-code@2.1.328',
}

/** A folder that is removed when the process ends. */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `flint-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Installs the tools and returns what runs one by name. A tool has a home of its own: it sees no settings of yours. */
export function installTools(names) {
  const folder = temporaryFolder('tools')
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const packages = names.map((name) => pinned[name])
  run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...packages], { cwd: folder })
  const env = { ...process.env, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: join(home, '.claude') }
  return (name, args) => {
    const file = programOf(join(folder, 'node_modules', nameOf(pinned[name])), name)
    return /\.[cm]?js$/.test(file)
      ? run(process.execPath, [file, ...args], { env })
      : run(file, args, { env })
  }
}

/** `@scope/tool@1.0.0` → `@scope/tool`. */
function nameOf(spec) {
  return spec.slice(0, spec.lastIndexOf('@'))
}

function programOf(folder, name) {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

/**
 * The program that npm is. Its command on Windows is a batch file, and a shell would take paths apart at their spaces, that
 * of Node itself first.
 */
export function npmScript() {
  const given = process.env.npm_execpath
  if (given?.endsWith('npm-cli.js')) return given
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]
  const places = folders.flatMap((folder) => [
    join(folder, 'node_modules/npm/bin/npm-cli.js'),
    join(folder, '../lib/node_modules/npm/bin/npm-cli.js'),
  ])
  const found = places.find(existsSync)
  if (found === undefined) throw new Error('There is no npm on the path.')
  return found
}

/** Packs the project as npm would publish it: the file, with how many files are in it and its size. */
export function pack(root, folder) {
  const settings = ['--json', '--ignore-scripts', '--loglevel', 'error', '--pack-destination', folder]
  const printed = run('npm', ['pack', ...settings], { cwd: root })
  // npm 12 prints an object by name, npm 11 a list.
  const [{ filename, entryCount, size }] = Object.values(JSON.parse(printed))
  return { file: join(folder, filename), entryCount, size }
}

/** Of a file, or of all files in a folder. */
export function sizeOf(path) {
  if (statSync(path).isFile()) return statSync(path).size
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

export function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Fails with what the program printed unless it ends well. Returns its output. */
export function run(program, args, options = {}) {
  const [file, ...first] = program === 'npm' ? [process.execPath, npmScript()] : [program]
  const { status, error, stdout, stderr } = spawnSync(file, [...first, ...args], {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
    ...options,
  })
  if (status === 0) return `${stdout}${stderr}`
  throw new Error(`${program} ${args.join(' ')} failed.\n${error?.message ?? `${stdout}${stderr}`}`)
}
