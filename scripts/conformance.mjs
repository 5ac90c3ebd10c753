// Holds the built server against the MCP conformance suite, both revisions, and against the Inspector's strict check of
// tool schemas. Both are installed into a folder of their own below the system's temporary one.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { run, temporaryFolder } from './pinned-tools.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const flint = join(project, 'dist/src/cli/main.js')
const baseline = load(readFileSync(join(project, 'test/conformance/baseline.yml'), 'utf8'))

const pinned = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
}

/** Every scenario that asks for no tool, resource or prompt made for the suite. */
const scenarios = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'resources-list',
    'resources-subscribe',
    'resources-unsubscribe',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'caching',
    'http-header-validation',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
}

const tools = install()
const work = temporaryFolder('conformance-run')
const env = sandbox()
const server = await startServer()
const problems = []
try {
  for (const revision of Object.keys(scenarios)) problems.push(...judge(revision, runSuite(revision)))
  problems.push(...inspect())
} finally {
  server.child.kill('SIGTERM')
  await server.ended
}
for (const problem of problems) console.error(`✗ ${problem}`)
console.log(problems.length === 0 ? '\nAll as it should be.' : `\n${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1

function install() {
  const names = Object.entries(pinned).map(([name, version]) => `${name}@${version}`)
  const folder = join(tmpdir(), `flint-conformance-${names.join('-').replace(/[^\w.-]+/g, '_')}`)
  const stamp = join(folder, 'installed')
  if (!existsSync(stamp)) {
    console.error(`Installing ${names.join(', ')} …`)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const settings = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
    run('npm', ['install', ...settings, ...names], { cwd: folder })
    writeFileSync(stamp, '')
  }
  const modules = join(folder, 'node_modules/@modelcontextprotocol')
  return {
    suite: join(modules, 'conformance/dist/index.js'),
    inspector: join(modules, 'inspector/clients/launcher/build/index.js'),
  }
}

/** A vault, settings and data that are nobody else's. */
function sandbox() {
  const vault = join(work, 'vault')
  mkdirSync(vault)
  writeFileSync(join(vault, 'one.md'), '# One\n\nSee [[two]]. #first\n')
  writeFileSync(join(vault, 'two.md'), '# Two\n')
  return {
    PATH: process.env.PATH,
    HOME: work,
    FLINT_CONFIG_DIR: join(work, 'config'),
    FLINT_DATA_DIR: join(work, 'data'),
    ZK_NOTEBOOK_DIR: vault,
  }
}

async function startServer() {
  const child = spawn(process.execPath, [flint, 'serve', '--http', '--port', '0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface(child.stderr)) {
    const [, url] = /serves MCP at (\S+)/.exec(line) ?? []
    if (url === undefined) continue
    child.stderr.resume()
    return { child, ended, url }
  }
  throw new Error('The server did not start. Is it built?')
}

/** The checks of every scenario that the revision requires, by scenario. */
function runSuite(revision) {
  const out = join(work, revision)
  const args = [tools.suite, 'server', '--url', server.url, '--requirements', revision, '-o', out]
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: work,
    encoding: 'utf8',
    timeout: 300_000,
  })
  if (status === null || !existsSync(out)) throw new Error(`The suite did not run: ${stderr}`)
  return new Map(
    readdirSync(out).map((name) => [
      name.replace(/^server-(.+)-\d{4}-\d\d-\d\dT.*$/, '$1'),
      JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8')),
    ]),
  )
}

function judge(revision, results) {
  const found = []
  console.log(`\nConformance, ${revision}`)
  for (const scenario of scenarios[revision]) {
    const checks = results.get(scenario)
    if (checks === undefined) {
      found.push(`${revision} ${scenario}: it was not run`)
      continue
    }
    const known = new Set(baseline[revision]?.[scenario])
    const failed = new Set(checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id))
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length
    console.log(`  ${failed.size === 0 ? '✓' : '✗'} ${scenario}: ${passed} passed, ${failed.size} failed`)
    for (const { id, status, errorMessage } of checks) {
      if (status === 'FAILURE' && !known.has(id))
        found.push(`${revision} ${scenario} ${id}: ${errorMessage ?? 'failed'}`)
    }
    for (const id of known) {
      if (!failed.has(id)) found.push(`${revision} ${scenario} ${id} passes: take it out of baseline.yml`)
    }
  }
  for (const scenario of Object.keys(baseline[revision] ?? {})) {
    if (!scenarios[revision].includes(scenario)) found.push(`${revision} ${scenario} is not run: take it out`)
  }
  return found
}

/** Every tool's schema has to be one that all clients understand, over every transport. */
function inspect() {
  console.log('\nInspector, tools/list --strict')
  const overHttp = ['--server-url', server.url, '--transport', 'http']
  const ways = {
    stdio: [process.execPath, flint, 'serve'],
    'HTTP, 2026': [...overHttp, '--protocol-era', 'modern'],
    'HTTP, 2025': [...overHttp, '--protocol-era', 'legacy'],
  }
  return Object.entries(ways).flatMap(([name, how]) => {
    const args = [tools.inspector, '--cli', ...how, '--method', 'tools/list', '--strict', '--format', 'json']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: work, env, encoding: 'utf8' })
    const [summary = ''] = /^\d+ errors?, .*$/m.exec(stderr) ?? ['no remarks']
    if (status !== 0) return [`Inspector over ${name} ended with ${status}: ${stderr.slice(0, 2_000)}`]
    const { length } = JSON.parse(stdout).result.tools
    console.log(`  ✓ ${name}: ${length} tools, ${summary}`)
    return length > 0 ? [] : [`Inspector over ${name} saw no tool`]
  })
}
