import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { foam } from './foam.mjs'
import { mcpvault } from './mcpvault.mjs'
import { obsidianMcp } from './obsidian-mcp.mjs'
import { qmd } from './qmd.mjs'

const execute = promisify(execFile)
const newerNode = { name: 'node', package: `node-${process.platform}-${process.arch}`, version: '24' }

/**
 * Peers, each in a folder of its own below `folder` and ready to be started: `main` is the file that Node runs and
 * `node` the Node that it wants. One that cannot be installed or run here has a `problem` instead.
 */
export async function installPeers(folder, say, peers = [qmd, obsidianMcp, mcpvault, foam]) {
  const node = await findNewerNode(folder, say)
  const installed = []
  for (const peer of peers) installed.push(await installPeer(peer, { folder, node, say }))
  return installed
}

async function installPeer(peer, { folder, node, say }) {
  try {
    const at = await install(peer, folder, say)
    const needsNewer = Number(process.versions.node.split('.')[0]) < peer.nodeMajor
    if (needsNewer && node.problem !== undefined)
      throw new Error(`It wants Node ${peer.nodeMajor}: ${node.problem}`)
    const chosen = needsNewer ? { node: node.path, nodeVersion: node.version } : { node: process.execPath }
    return { ...peer, main: join(at, peer.main), ...chosen }
  } catch (error) {
    return { ...peer, problem: describe(error) }
  }
}

/** A Node for those that want a newer one than this. */
async function findNewerNode(folder, say) {
  try {
    const path = join(await install(newerNode, folder, say), 'bin', 'node')
    const { stdout } = await execute(path, ['--version'])
    return { path, version: stdout.trim().slice(1) }
  } catch (error) {
    return { problem: describe(error) }
  }
}

/** The folder of a package, installed where it is not yet. No script of any package runs: what is installed is only what is packed. */
export async function install({ name, package: packageName, version }, folder, say) {
  const project = join(folder, name)
  const at = join(project, 'node_modules', ...packageName.split('/'))
  if (isInstalled(at, version)) return at
  say(`installing ${packageName}@${version}`)
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', project]
  await execute('npm', ['install', ...options, `${packageName}@${version}`], {
    cwd: project,
    timeout: 600_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!isInstalled(at, version)) throw new Error(`npm installed no ${packageName} ${version}.`)
  return at
}

function isInstalled(at, version) {
  const file = join(at, 'package.json')
  if (!existsSync(file)) return false
  const installed = JSON.parse(readFileSync(file, 'utf8')).version
  return installed === version || installed.startsWith(`${version}.`)
}

/** The line that tells most of what went wrong. */
export function describe({ message, stderr }) {
  const lines = (stderr || message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/npm warn/i.test(line))
  const telling = lines.find((line) => /error|fatal|cannot|not found/i.test(line)) ?? lines[0] ?? message
  return telling.trim().slice(0, 300)
}
