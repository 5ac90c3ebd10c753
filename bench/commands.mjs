// node bench/commands.mjs [--notes 10000] [--rounds 7] [--only WORD]: how long commands that only read take beside `node -e 0`,
// in turn, how long a shell waits at a Tab, and a person at the picker. Processor time is what of it is work, whatever else the
// machine does meanwhile. It runs dist/app: build first. Wants bash; the picker is measured where there is `script`.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateVault } from './generate-vault.mjs'
import { printCells } from './print-table.mjs'
import { median, quantile } from './statistics.mjs'

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist/app/main.js', import.meta.url)) },
  },
})
const rounds = Number(values.rounds)

/** What a command that only reads may take: so many times what Node takes to do nothing, and some milliseconds. */
const limit = { times: 1.3, ms: 250 }
const tabLimitMs = 150
const typingLimitMs = 60
/** As somebody types who is quick. */
const betweenLettersMs = 120

const folder = mkdtempSync(join(tmpdir(), 'flint-commands-'))
const env = {
  ...process.env,
  FLINT_CONFIG_DIR: join(folder, 'config'),
  FLINT_DATA_DIR: join(folder, 'data'),
  FLINT_MODELS_DIR: join(folder, 'models'),
}
try {
  const queries = fillVault()
  measureCommands(queries)
  await measureTyping(queries)
} finally {
  rmSync(folder, { recursive: true })
}

/** A vault that is indexed whole. No model: making vectors is no part of a command. */
function fillVault() {
  const vault = join(folder, 'notes')
  generateVault(vault, Number(values.notes))
  writeFileSync(join(vault, 'inbox.md'), '# Inbox\n\n- 2026-01-05 Ask Ada for the wood\n')
  mkdirSync(env.FLINT_CONFIG_DIR)
  writeFileSync(join(env.FLINT_CONFIG_DIR, 'config.yml'), 'search:\n  model: none\n')
  const queries = JSON.parse(readFileSync(`${vault}.queries.json`, 'utf8'))
  flint('create', 'bench', 'Bench', vault, '--switch')
  flint('append', queries.sample[1], 'One more line.')
  flint('notes', '--limit', '1')
  return queries
}

function flint(...args) {
  return execFileSync(process.execPath, [values.dist, ...args], { env, encoding: 'utf8', stdio: 'pipe' })
}

/** The commands that only read, and what a shell asks at a Tab. */
function linesFor({ rare: [rare], two: [two], sample: [, note], hub }) {
  return {
    reading: [
      ['notes', '--limit', '50'],
      ['notes', '--orphans', '--limit', '50'],
      ['links', note],
      ['backlinks', hub],
      ['related', note],
      ['tags'],
      ['grep', '-F', rare],
      ['show', note],
      ['show', note, '--path'],
      ['todos', '--limit', '50'],
      ['inbox'],
      ['search', rare],
      ['search', two],
      ['graph', note],
      ['sql', 'SELECT count(*) FROM notes'],
      ['random'],
      ['on-this-day'],
      ['history'],
      ['status'],
      ['list'],
      ['current'],
    ],
    tab: [
      ['complete', 'bash', '--', 'sea'],
      ['complete', 'bash', '--', 'show', ''],
      ['complete', 'zsh', '--', 'show', note.slice(0, 9)],
      ['complete', 'fish', '--', 'notes', '--tag', 'b'],
      ['complete', 'bash', '--', 'undo', ''],
      ['complete', 'bash', '--', 'show', '--vault', ''],
    ],
  }
}

function measureCommands(queries) {
  const { reading, tab } = linesFor(queries)
  const wanted = (line) => values.only === undefined || line.join(' ').includes(values.only)
  const lines = [...reading, ...tab].filter(wanted)
  const node = []
  const figures = lines.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    const bare = timeOf(process.execPath, '-e', '0')
    const round_ = lines.map((line) => timeOf(process.execPath, values.dist, ...line))
    // The first one has Node compile, and keep, what the others find compiled.
    if (round === 0) continue
    node.push(bare)
    round_.forEach((figure, at) => figures[at].push(figure))
  }
  const bare = middle(node)
  console.log(
    `node -e 0: ${bare.wall.toFixed(0)} ms, ${bare.work.toFixed(0)} of them work. ${rounds} rounds.\n`,
  )
  printCells(
    ['command', 'takes', 'times node', 'may take', 'work', ''],
    lines.map((line, at) => {
      const { wall, work } = middle(figures[at])
      const most = tab.includes(line) ? tabLimitMs : limit.times * bare.wall + limit.ms
      const cells = [wall, wall / bare.wall, most, work]
      return [
        `\`${shown(line)}\``,
        ...cells.map((figure, column) =>
          column === 1 ? `${figure.toFixed(1)}×` : `${figure.toFixed(0)} ms`,
        ),
        wall <= most ? 'ok' : 'over',
      ]
    }),
  )
}

function shown(line) {
  return line
    .map((word) => (/^[\w.-]+$/.test(word) ? word : word.length > 20 || word === '' ? '…' : `'${word}'`))
    .join(' ')
}

/** Milliseconds that one run takes, and what of it is processor time of all its threads. */
function timeOf(...command) {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>&1'
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], { env, encoding: 'utf8' })
  const [wall, user, system] = stderr
    .trim()
    .split(' ')
    .map((seconds) => Number(seconds) * 1_000)
  return { wall, work: user + system }
}

function middle(figures) {
  return { wall: median(figures.map(({ wall }) => wall)), work: median(figures.map(({ work }) => work)) }
}

/** In a pseudo-terminal, from each letter that is typed until the screen shows what it finds. */
async function measureTyping({ rare, two }) {
  if (values.only !== undefined && values.only !== 'picker') return
  if (spawnSync('script', ['--version']).status !== 0)
    return console.log('\nThere is no `script` here: the picker is not measured.')
  const terminal = openTerminal(`stty cols 100 rows 30; exec '${process.execPath}' '${values.dist}'`)
  const times = []
  try {
    await terminal.shows('', 1)
    for (const words of [...two.slice(0, 5), ...rare.slice(0, 5)]) {
      for (let length = 1; length <= words.length; length++) {
        await wait(betweenLettersMs)
        const started = performance.now()
        terminal.type(words.charAt(length - 1))
        // First what is typed is drawn, with what was found before; then with what it finds.
        await terminal.shows(words.slice(0, length), 2)
        times.push(performance.now() - started)
      }
      terminal.type('\u0015')
      await terminal.shows('', 2)
    }
  } finally {
    await terminal.leave()
  }
  const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)]
  const judged = half <= typingLimitMs ? 'ok' : 'over'
  console.log(
    `\nPicker, typing to result, ${times.length} letters: p50 ${half.toFixed(0)} ms (limit ${typingLimitMs}: ${judged}), p95 ${most.toFixed(0)} ms`,
  )
}

function openTerminal(line) {
  const child = spawn('script', ['-qfc', line, '/dev/null'], {
    env: { ...env, TERM: 'xterm-256color', NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let seen = ''
  let wake = () => undefined
  child.stdout.setEncoding('utf8').on('data', (text) => {
    seen += text
    wake()
  })
  return {
    type(text) {
      seen = ''
      child.stdin.write(text)
    },
    /** Waits until so many drawings with these words typed are whole. */
    async shows(typed, count) {
      const isShown = () =>
        seen
          .split('Find:')
          .filter((drawn) => lineTyped(drawn) === typed.trim() && drawn.includes('Esc leave')).length >= count
      while (!isShown()) await new Promise((resolve) => (wake = resolve))
    },
    /** By Esc, and until it has closed the vault: it writes into the folder that is then removed. */
    async leave() {
      child.stdin.write('\u001b')
      await once(child, 'exit')
    },
  }
}

function lineTyped(drawn) {
  return drawn
    .split(/[\r\n]/, 1)[0]
    .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
    .trim()
}
