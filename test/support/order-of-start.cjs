// Loaded before the program: tells in which order it started processes and loaded parts of itself. What its threads load is
// told by `thread loads`.
const fs = require('node:fs')
const { subscribe } = require('node:diagnostics_channel')
const { basename, dirname } = require('node:path')
const { isMainThread } = require('node:worker_threads')

const { appendFileSync, readFileSync } = fs
const steps = []
const who = isMainThread ? '' : 'thread '
subscribe('child_process', ({ process: child }) => steps.push(() => `runs ${child.spawnargs.join(' ')}`))
fs.readFileSync = (file, ...how) => {
  if (typeof file === 'string' && file.endsWith('.js') && basename(dirname(file)) === 'app')
    steps.push(() => `${who}loads ${basename(file)}`)
  return readFileSync(file, ...how)
}
process.on('exit', () =>
  appendFileSync(process.env.ORDER_OF_START, steps.map((say) => `${say()}\n`).join('')),
)
