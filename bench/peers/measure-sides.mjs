import { fileURLToPath } from 'node:url'
import { measureInitialize } from '../measure-server.mjs'
import { ServerProcess } from '../server-process.mjs'
import { median } from '../statistics.mjs'
import { Contestant } from './contestant.mjs'
import { measureSide } from './measure-side.mjs'
import { findAnswerable } from './truth.mjs'

const bareServer = fileURLToPath(new URL('../bare-server.mjs', import.meta.url))

/** Rounds of every side in turn, the floor before them; who goes first changes from round to round. */
export async function measureSides(sandbox, sides, { rounds, limitMs, say }) {
  const { common, two } = sandbox.queries
  const answerable = findAnswerable(sandbox.vault, [...common, ...two])
  const able = sides.filter(({ problem }) => problem === undefined)
  const results = []
  for (let round = 0; round < rounds; round++) {
    const result = { floor: sandbox.measureFloor(), bare: await measureBareStart(), sides: {} }
    for (let turn = 0; turn < able.length; turn++) {
      const peer = able[(round + turn) % able.length]
      say(`${sandbox.noteCount} notes, side by side, round ${round + 1} of ${rounds}: ${peer.name}`)
      const contestant = new Contestant(peer, sandbox, limitMs)
      try {
        result.sides[peer.name] = await measureSide(contestant, sandbox.queries, answerable)
      } finally {
        contestant.close()
      }
    }
    results.push(result)
  }
  return results
}

async function measureBareStart() {
  const times = []
  for (let start = 0; start < 3; start++) times.push(await measureInitialize(new ServerProcess([bareServer])))
  return median(times)
}
