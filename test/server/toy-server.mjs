// A real process over standard input and output, with tools that misbehave. The first argument says how it ends.
import { setTimeout as delay } from 'node:timers/promises'
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { serveStdio } from '../../dist/src/server/serve-stdio.js'
import { writeInstructions } from '../../dist/src/server/write-instructions.js'
import { defineTool } from '../../dist/src/call/define-tool.js'

const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true }
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }

const tools = [
  defineTool({
    name: 'echo',
    title: 'Echo',
    toolset: 'vaults',
    description: 'Gives back how long a text is, and says so on standard output where it must not.',
    annotations: reads,
    input: z.strictObject({ text: z.string().describe('Any text.') }),
    output: z.object({ length: z.number(), end: z.string() }),
    async handler({ text }) {
      console.log('stray words')
      process.stdout.write('more stray words\n')
      return { length: text.length, end: text.slice(-5) }
    },
  }),
  defineTool({
    name: 'wait',
    title: 'Wait',
    toolset: 'vaults',
    description: 'Answers after some milliseconds, whatever happens.',
    annotations: reads,
    input: z.strictObject({ ms: z.number().int().min(0).max(60_000).describe('Milliseconds.') }),
    output: z.object({ waited: z.number() }),
    async handler({ ms }) {
      await delay(ms)
      return { waited: ms }
    },
  }),
  defineTool({
    name: 'write_slowly',
    title: 'Write slowly',
    toolset: 'vaults',
    description: 'Writes a file after some milliseconds.',
    annotations: writes,
    input: z.strictObject({
      path: z.string().describe('Absolute path.'),
      ms: z.number().int().min(0).max(60_000).describe('Milliseconds.'),
    }),
    output: z.object({ path: z.string() }),
    async handler({ path, ms }) {
      await delay(ms)
      writeFileSync(path, 'done')
      return { path }
    },
  }),
]

const stderr = (level) => (message) => process.stderr.write(`${level}: ${message}\n`)

// What keeps a process alive: a timer, as a watcher or a worker would.
setInterval(() => undefined, 1_000)

await serveStdio({
  version: '0.0.0',
  tools: async () => tools,
  instructions: writeInstructions({}),
  vaults: { current: async () => null, known: async () => [], open: () => Promise.reject(new Error('none')) },
  session: { id: 'toy' },
  log: { debug: stderr('debug'), info: stderr('info'), warn: stderr('warn'), error: stderr('error') },
  now: () => new Date(),
  strictOutput: true,
  close: () => (process.argv[2] === 'stuck' ? new Promise(() => undefined) : Promise.resolve()),
})
process.exit(0)
