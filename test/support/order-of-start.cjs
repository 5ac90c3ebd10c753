// Loaded before the program: tells in which order it started processes and loaded parts of itself.
const { subscribe } = require('node:diagnostics_channel')
const { writeFileSync } = require('node:fs')

const steps = []
subscribe('child_process', ({ process: child }) => steps.push(() => `runs ${child.spawnargs.join(' ')}`))
subscribe('tracing:module.import:start', ({ url }) => steps.push(() => `loads ${url}`))
process.on('exit', () => writeFileSync(process.env.ORDER_OF_START, steps.map((say) => say()).join('\n')))
