// Runs a published tool of an exact version from a temporary folder, so that the project does not depend on it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
  return (name, args, options = {}) =>
    run(join(folder, 'node_modules', '.bin', name), args, { env, ...options })
}

/** Fails with what the program printed unless it ends well. Returns its output. */
export function run(program, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 50_000_000,
    ...options,
  })
  if (status === 0) return `${stdout}${stderr}`
  throw new Error(`${program} ${args.join(' ')} failed.\n${error?.message ?? `${stdout}${stderr}`}`)
}
