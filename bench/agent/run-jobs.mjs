import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { peerEnv } from '../peers/contestant.mjs'
import { describe } from '../peers/install-peers.mjs'
import { ServerProcess } from '../server-process.mjs'
import { jobVault } from './jobs.mjs'

const limitMs = 60_000

/**
 * What a side spends on the jobs that it can do, one after the other in a vault and a home of its own: a row for each job, null
 * for one that it has no tool for, and what its list of tools takes.
 */
export async function runJobs(jobs, side, { folder, counted: { count }, onAnswer = () => undefined }) {
  const { name, problem } = side
  if (problem !== undefined) return { name, problem }
  const place = { vault: join(folder, name), home: join(folder, `${name}-home`) }
  try {
    const server = await start(side, place)
    const { tools } = await server.request('tools/list')
    const takes = (tool, parameter) =>
      parameter in (tools.find((one) => one.name === tool)?.inputSchema.properties ?? {})
    const rows = []
    for (const job of jobs) {
      const run = side.jobs[job.id]
      const spent = { calls: 0, sent: 0, received: 0 }
      const call = async (tool, args = {}) => {
        const result = await server.request('tools/call', { name: tool, arguments: args })
        const text = textOf(result)
        if (result.isError === true) throw new Error(`${tool}: ${text}`)
        const { structuredContent: structured } = result
        spent.calls += 1
        spent.sent += count(JSON.stringify({ name: tool, arguments: args }))
        // Some clients show a model the text and some the structure: what is less counts.
        const sizes = [text, ...(structured === undefined ? [] : [JSON.stringify(structured)])].map(count)
        spent.received += Math.min(...sizes)
        onAnswer(structured)
        return side.answer?.(result) ?? { text, structured }
      }
      rows.push(run === undefined ? null : { ...(await outcome(job, run, { call, takes }, place)), ...spent })
    }
    await server.closeWithin(2_000)
    const seen = tools.map(({ name: tool, description, inputSchema }) => ({
      name: tool,
      description,
      inputSchema,
    }))
    return { name, rows, list: count(JSON.stringify(seen)) }
  } catch (error) {
    return { name, problem: describe(error) }
  }
}

async function start(side, place) {
  const { vault, home } = place
  mkdirSync(home, { recursive: true })
  for (const [path, text] of Object.entries(jobVault())) {
    mkdirSync(dirname(join(vault, path)), { recursive: true })
    writeFileSync(join(vault, path), text)
  }
  if (side.wantsFolder !== undefined) mkdirSync(join(vault, side.wantsFolder), { recursive: true })
  side.prepare?.(place)
  const own = typeof side.env === 'function' ? side.env(place) : side.env
  const env = peerEnv({ env: own }, home)
  if (side.indexArgs !== undefined)
    await promisify(execFile)(side.node, [side.main, ...side.indexArgs(place)], { env })
  const server = new ServerProcess([side.main, ...side.serverArgs(place)], env, { node: side.node, limitMs })
  await server.initialize()
  await side.untilReady?.(server)
  return server
}

async function outcome({ check }, run, tools, { vault }) {
  try {
    const answer = await run(tools)
    return check(diskOf(vault), answer)
      ? { isDone: true }
      : { isDone: false, problem: 'not as it should be on disk' }
  } catch (error) {
    return { isDone: false, problem: error.message.slice(0, 200) }
  }
}

function textOf({ content = [] }) {
  return content.map(({ text, resource }) => text ?? resource?.text ?? '').join('\n')
}

function diskOf(root) {
  const paths = () =>
    readdirSync(root, { recursive: true })
      .map(String)
      .filter((path) => path.endsWith('.md'))
  const read = (path) => readFileSync(join(root, path), 'utf8')
  return { read, paths, has: (path) => existsSync(join(root, path)), all: () => paths().map(read).join('\n') }
}
