// Starts an MCP server over stdio, as a client does, and asks who it is and what it has.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './pinned-tools.mjs'

/** Fails when the server does not answer within a minute. It gets folders of its own. */
export async function askServer(command, args, env = {}) {
  const home = temporaryFolder('home')
  const folders = {
    HOME: home,
    USERPROFILE: home,
    FLINT_CONFIG_DIR: `${home}/config`,
    FLINT_DATA_DIR: `${home}/data`,
  }
  const child = spawn(command, args, {
    cwd: home,
    env: { ...process.env, ...folders, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    if (error !== undefined) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
  })
  const ended = new Promise((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ${args.join(' ')} ended with ${code}.`)))
  })
  ended.catch(() => undefined)
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const ask = (id, method, params = {}) => {
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return Promise.race([answer, ended])
  }
  try {
    const { serverInfo } = await ask(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'check', version: '1' },
    })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    const { tools } = await ask(2, 'tools/list')
    const { prompts } = await ask(3, 'prompts/list')
    return { serverInfo, tools: tools.length, prompts: prompts.length }
  } finally {
    clearTimeout(late)
    child.stdin.end()
    await new Promise((resolve) =>
      child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(),
    )
  }
}
