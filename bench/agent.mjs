// What an agent spends on twenty jobs: node bench/agent.mjs [--server MAIN.js] [--node NODE] [--json FILE]. Each job is done
// by real calls over standard input and output, and its result is looked for on disk. Counted are the calls, the bytes of the
// arguments and the bytes of the answers' text, which is what a model reads; where the bytes of the answers go is said by
// field. Beside another build: run it with --server. It fails nothing but a job that was not done.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { jobs, jobVault } from './agent/jobs.mjs'
import { ServerProcess } from './server-process.mjs'

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: fileURLToPath(new URL('../dist/app/main.js', import.meta.url)) },
    node: { type: 'string', default: process.execPath },
    json: { type: 'string' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'flint-bench-agent-'))
try {
  const report = await measure(folder)
  print(report)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report))
  process.exitCode = report.rows.every(({ isDone }) => isDone) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(top) {
  const root = join(top, 'vault')
  for (const [path, text] of Object.entries(jobVault())) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  mkdirSync(join(top, 'config'))
  writeFileSync(join(top, 'config', 'config.yml'), 'search:\n  model: none\n')
  const env = { HOME: top, FLINT_CONFIG_DIR: join(top, 'config'), FLINT_DATA_DIR: join(top, 'data') }
  const server = new ServerProcess([values.server, 'serve', '--vault', root], env, { node: values.node })
  await server.initialize()
  const { tools } = await server.request('tools/list')
  const takes = (name, parameter) =>
    parameter in (tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
  while ((await server.call('get_vault_info')).freshness !== undefined) await wait(50)
  const fields = new Map()
  const rows = []
  for (const { name, run, check } of jobs) {
    const spent = { calls: 0, sent: 0, received: 0 }
    const call = async (tool, args = {}) => {
      const { isError, content, structuredContent } = await server.request('tools/call', {
        name: tool,
        arguments: args,
      })
      if (isError) throw new Error(`${tool}: ${content[0].text}`)
      spent.calls += 1
      spent.sent += Buffer.byteLength(JSON.stringify({ name: tool, arguments: args }))
      spent.received += content.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0)
      addFields(fields, structuredContent)
      return structuredContent
    }
    const problem = await run({ call, takes }).then(
      (answer) => (check(diskOf(root), answer) ? null : 'not as it should be on disk'),
      (error) => error.message.slice(0, 200),
    )
    rows.push({ name, ...spent, isDone: problem === null, ...(problem !== null && { problem }) })
  }
  await server.close()
  return { rows, list: Buffer.byteLength(JSON.stringify(tools)), fields: Object.fromEntries(fields) }
}

function diskOf(root) {
  const paths = () =>
    readdirSync(root, { recursive: true })
      .map(String)
      .filter((path) => path.endsWith('.md'))
  const read = (path) => readFileSync(join(root, path), 'utf8')
  return { read, has: (path) => existsSync(join(root, path)), all: () => paths().map(read).join('\n') }
}

/** Bytes of each key with its own value, what lies in it left out. */
function addFields(fields, value) {
  if (Array.isArray(value)) for (const item of value) addFields(fields, item)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const isLeaf = typeof inner !== 'object' || inner === null
      const bytes = key.length + 4 + (isLeaf ? Buffer.byteLength(JSON.stringify(inner) ?? '') : 2)
      fields.set(key, (fields.get(key) ?? 0) + bytes)
      if (!isLeaf) addFields(fields, inner)
    }
}

function print({ rows, list, fields }) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  console.table(
    rows.map(({ name, calls, sent, received, isDone }) => ({
      job: name,
      calls,
      sent,
      received,
      done: isDone,
    })),
  )
  for (const { name, problem } of rows) if (problem !== undefined) console.log(`${name}: ${problem}`)
  console.log(
    `${rows.filter(({ isDone }) => isDone).length} of ${rows.length} jobs in ${sum('calls')} calls: ${sum('sent')} bytes sent, ${sum('received')} received; the list has ${list}.`,
  )
  const most = Object.entries(fields).sort(([, one], [, other]) => other - one)
  console.log('Where the bytes of the answers go:')
  for (const [key, bytes] of most.slice(0, 20))
    console.log(
      `${String(bytes).padStart(8)}  ${((100 * bytes) / sum('received')).toFixed(1).padStart(5)} %  ${key}`,
    )
}
