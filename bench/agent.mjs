// What an agent spends on twenty jobs: node bench/agent.mjs [--server MAIN.js] [--node NODE] [--json FILE]
//   [--peers] [--peers-folder DIR]
// Each job is done by real calls over standard input and output, and its result is looked for on disk. Counted are the calls
// and what a model reads and writes for them: the names and arguments of the calls, and the answers. `--peers` has other servers
// do the same jobs, as far as they can, and counts in tokens; without it the bytes are counted. Where flint's bytes go is said by
// field. Beside another build: run it with --server. It fails nothing but a job of flint's that was not done.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bytes, installTokenizer } from './agent/count-words.mjs'
import { addFields, printFields } from './agent/fields.mjs'
import { jobs } from './agent/jobs.mjs'
import { printBesidePeers, printJobs } from './agent/print-jobs.mjs'
import { runJobs } from './agent/run-jobs.mjs'
import { flintSide, peerSides } from './agent/sides.mjs'
import { installPeers } from './peers/install-peers.mjs'

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: fileURLToPath(new URL('../dist/app/main.js', import.meta.url)) },
    node: { type: 'string', default: process.execPath },
    json: { type: 'string' },
    peers: { type: 'boolean', default: false },
    // Where the peers stay installed from run to run; else they go with the run.
    'peers-folder': { type: 'string' },
  },
})

const say = (text) => console.error(text)
// Some servers answer with absolute paths, which are short here for everybody.
const folder = mkdtempSync(join(tmpdir(), 'b-'))
try {
  const report = await measure()
  print(report)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report))
  process.exitCode = report.flint.rows.every(({ isDone }) => isDone) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const own = values['peers-folder']
  const peersFolder = own === undefined ? join(folder, 'peers') : resolve(own)
  const counted = values.peers ? await installTokenizer(peersFolder, say) : bytes
  const fields = new Map()
  const flint = await runJobs(jobs, flintSide(values), {
    folder,
    counted,
    onAnswer: (answer) => addFields(fields, answer),
  })
  const peers = []
  if (values.peers)
    for (const peer of await installPeers(peersFolder, say, [...peerSides.keys()])) {
      say(`running ${peer.name}`)
      const side = {
        ...peer,
        jobs: peerSides.get([...peerSides.keys()].find(({ name }) => name === peer.name)),
      }
      peers.push(await runJobs(jobs, side, { folder, counted }))
    }
  return { unit: counted.unit, flint, peers, fields: Object.fromEntries(fields) }
}

function print({ unit, flint, peers, fields }) {
  printJobs(flint, unit)
  printFields(fields)
  if (peers.length > 0) printBesidePeers(flint, peers, unit)
}
