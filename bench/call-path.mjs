// node bench/call-path.mjs [--top N]: how much code one warm call enters, counted by V8 in the thread that answers. Counts,
// unlike times, are alike on every machine. The threads that index and embed are not counted. It reads dist/src: build first.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'

const backlinks = 500
// What a timer does meanwhile is no part of a call: of several the one with the fewest calls tells.
const rounds = 5

/** The steps that a call should take once, by where the function lies and its name. */
const steps = {
  'current vault asked for': { room: 'registry/', name: /^current$/ },
  'time limit set': { room: 'call/', name: /^withTimeLimit$/ },
  'file opened': { room: 'files/', name: /^openForReading$/ },
  'note read': { room: 'files/', name: /^(?:read|readStart)$/ },
  'path resolved': { room: 'files/', name: /^#?resolve$/ },
  'text hashed': { room: 'files/', name: /^toContentHash$/ },
  'view of the vault made': { room: 'vault/', name: /^viewVault$/ },
}

// Of a function that is compiled into its caller V8 does not count every call.
setFlagsFromString('--no-opt')
setFlagsFromString('--no-maglev')

const { values } = parseArgs({ options: { top: { type: 'string', default: '0' } } })
const dist = fileURLToPath(new URL('../dist/src/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'flint-path-'))
try {
  const vault = join(folder, 'notes')
  fillVault(vault)
  const counts = await countCalls(vault)
  console.table(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, rowOf(count)])))
  for (const [name, { entered }] of Object.entries(counts)) {
    const most = entered.toSorted((a, b) => b.count - a.count).slice(0, Number(values.top))
    for (const { file, name: entered, count } of most) console.log(`${name}  ${count} × ${file} ${entered}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function fillVault(vault) {
  mkdirSync(vault)
  writeFileSync(join(vault, 'hub.md'), '---\ntitle: Hub\n---\n\n# Hub\n\nEverything leads here.\n')
  writeFileSync(
    join(vault, 'plan.md'),
    '---\ntitle: Plan\nupdated: 2026-01-01\n---\n\n# Plan\n\nA juniper hedge.\n',
  )
  for (let index = 0; index < backlinks; index++)
    writeFileSync(join(vault, `note ${index}.md`), `# Note ${index}\n\nSee [[hub|the hub]], and [[Hub]].\n`)
}

async function countCalls(vault) {
  // Before the code is loaded: of what is compiled earlier V8 counts each return to an async function as another call.
  const counter = await startCounting()
  const load = async (file) => await import(pathToFileURL(join(dist, file)))
  const [{ createApp }, { callTool }] = await Promise.all([load('app.js'), load('call/call-tool.js')])
  const env = { HOME: folder, FLINT_CONFIG_DIR: join(folder, 'config'), FLINT_DATA_DIR: join(folder, 'data') }
  mkdirSync(env.FLINT_CONFIG_DIR)
  writeFileSync(join(env.FLINT_CONFIG_DIR, 'config.yml'), 'search:\n  model: none\n')
  const log = { debug: ignore, info: ignore, warn: ignore, error: console.error }
  const app = createApp({ env, cwd: folder, vault, log, now: () => new Date() })
  const tools = await app.tools()
  const session = { session: { id: 'bench' }, signal: new AbortController().signal }
  const call = async (name, args) => {
    const { structuredContent, isError, text } = await callTool(tools, name, args, app.toolContext(session))
    if (isError) throw new Error(`${name}: ${text}`)
    return structuredContent
  }
  try {
    while ((await call('get_vault_info', {})).freshness !== undefined) await wait(20)
    return await measure(counter, call)
  } finally {
    await app.close()
    counter.stop()
  }
}

async function measure(counter, call) {
  const least = async (run) => {
    let best
    for (let round = 0; round <= rounds; round++) {
      const count = await counter.count(await run(round))
      // The first loads what the others find there.
      if (round > 0 && (best === undefined || count.calls < best.calls)) best = count
    }
    return best
  }
  return {
    search_notes: await least(() => () => call('search_notes', { query: 'juniper hedge' })),
    get_note: await least(() => () => call('get_note', { identifier: 'plan.md' })),
    update_note: await least(async (round) => {
      const { content_hash } = await call('get_note', { identifier: 'plan.md' })
      const content = `# Plan\n\nA juniper hedge, cut ${round} times.\n`
      return () => call('update_note', { identifier: 'plan.md', content, content_hash })
    }),
    [`rename_note, ${backlinks} backlinks`]: await least(async (round) => {
      const identifier = round === 0 ? 'hub.md' : `hub-${round}.md`
      await call('get_backlinks', { identifier, limit: 1 })
      return () => call('rename_note', { identifier, new_title: `hub-${round + 1}`, rename_file: true })
    }),
  }
}

async function startCounting() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    /** What is entered from now until the call has answered. */
    async count(run) {
      await session.post('Profiler.takePreciseCoverage')
      await run()
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return summed(result)
    },
    stop: () => {
      session.disconnect()
    },
  }
}

function summed(scripts) {
  const root = pathToFileURL(dist).href
  const entered = scripts
    .filter(({ url }) => url.startsWith(root))
    .flatMap(({ url, functions }) => functions.map((one) => ({ ...one, file: url.slice(root.length) })))
    .map(({ file, functionName, ranges: [{ count }] }) => ({ file, name: functionName, count }))
    .filter(({ count }) => count > 0)
  return {
    files: new Set(entered.map(({ file }) => file)).size,
    functions: entered.length,
    calls: entered.reduce((sum, { count }) => sum + count, 0),
    entered,
  }
}

function rowOf({ files, functions, calls, entered }) {
  const counted = Object.entries(steps).map(([label, { room, name }]) => [
    label,
    entered
      .filter((one) => one.file.startsWith(room) && name.test(one.name))
      .reduce((sum, { count }) => sum + count, 0),
  ])
  return { files, functions, calls, ...Object.fromEntries(counted) }
}

function ignore() {}
