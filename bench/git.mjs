// node bench/git.mjs [--notes 38000] [--rounds 21] [--dist FILE]: what `flint git status` and `flint sync` take, from start to end,
// beside git itself, in turn, in a repository where nothing is to be done: one with a remote that it follows, and one without.
// It runs dist/app: build first.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateVault } from './generate-vault.mjs'
import { printCells } from './print-table.mjs'
import { median, timeEach } from './statistics.mjs'

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '38000' },
    rounds: { type: 'string', default: '21' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist/app/main.js', import.meta.url)) },
  },
})
/** Of git's own time. */
const limit = 2

const folder = mkdtempSync(join(tmpdir(), 'flint-git-'))
const env = {
  ...process.env,
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  FLINT_CONFIG_DIR: join(folder, 'config'),
  FLINT_DATA_DIR: join(folder, 'data'),
}
const work = join(folder, 'notes')

try {
  mkdirSync(env.FLINT_CONFIG_DIR)
  writeFileSync(join(env.FLINT_CONFIG_DIR, 'config.yml'), 'search:\n  model: none\n')
  generateVault(work, Number(values.notes))
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Bench')
  git('config', 'user.email', 'bench@example.org')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  flint('create', 'bench', 'Bench', work, '--switch')
  flint('git', 'setup', '--yes')
  flint('sync')
  const lines = await measure('no remote', [['status']])
  run('git', ['init', '--quiet', '--bare', join(folder, 'upstream.git')])
  git('remote', 'add', 'origin', join(folder, 'upstream.git'))
  git('push', '--quiet', '--set-upstream', 'origin', 'main')
  lines.push(...(await measure('a remote', [['fetch', '--quiet'], ['status']])))
  printCells(['', 'flint', 'git', 'ratio', 'limit', ''], lines)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(where, whatSyncDoes) {
  const rows = {
    'git status': [() => flint('git', 'status'), () => git('status')],
    sync: [() => flint('sync'), () => whatSyncDoes.forEach((args) => git(...args))],
  }
  const lines = []
  for (const [name, [ours, theirs]] of Object.entries(rows)) {
    // What is kept from one start to the next is there then, and what git has looked at is in its index.
    for (const warm of [ours, theirs, ours, theirs]) warm()
    const took = { ours: [], theirs: [] }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      took.ours.push(...(await timeEach([0], ours)))
      took.theirs.push(...(await timeEach([0], theirs)))
    }
    const [flints, gits] = [median(took.ours), median(took.theirs)]
    lines.push([
      `\`flint ${name}\`, ${where}`,
      `${flints.toFixed(0)} ms`,
      `${gits.toFixed(0)} ms`,
      `${(flints / gits).toFixed(2)}×`,
      `${limit}×`,
      flints / gits <= limit ? 'ok' : 'over',
    ])
  }
  return lines
}

function flint(...args) {
  run(process.execPath, [values.dist, ...args])
}

function git(...args) {
  run('git', args)
}

function run(program, args) {
  const { status, stderr } = spawnSync(program, args, { cwd: work, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
