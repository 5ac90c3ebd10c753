// What flint does on a Node that is too old for it. Node 18 has to understand this file: it is loaded before anything else.
'use strict'
const { existsSync } = require('node:fs')
const { delimiter, dirname, join } = require('node:path')

const oldest = [22, 13]

exports.needs = `flint needs Node ${oldest.join('.')} or newer, and this is ${process.version}.`

exports.isNewEnough = function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

/** The Node that `scripts/ready.mjs` has installed in a checkout, or null. */
exports.findNode = function findNode(checkout) {
  const { platform, arch } = process
  const modules = join(checkout, 'scripts/node/node_modules')
  const system = platform === 'win32' ? 'win' : platform
  const names = [`node-${system}-${arch}`, `node-bin-${system}-${arch}`]
  const files = names.map((name) => join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node'))
  return files.find((file) => existsSync(file)) || null
}

const startedBy = 'FLINT_STARTED_BY'

/** Ends a program that `runWith` has started once that is gone: a server would go on alone, and keep its port. */
exports.endWithStarter = function endWithStarter() {
  if (process.channel === undefined || process.env[startedBy] !== String(process.ppid)) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}

/** Runs a program with another Node in this one's place: same terminal, same signals, same end. */
exports.runWith = function runWith(node, args) {
  // Loaded here: it is a tenth of the time that a Node which is new enough takes to start.
  const { spawn } = require('node:child_process')
  // Programs that it starts by name find that Node first.
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, [startedBy]: String(process.pid) }
  // By the channel it notices that this process is gone, however that ended.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const one of signals) process.removeAllListeners(one)
    process.kill(process.pid, signal)
  })
}
