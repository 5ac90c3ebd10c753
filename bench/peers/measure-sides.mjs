import { fileURLToPath } from 'node:url'
import { measureInitialize } from '../measure-server.mjs'
import { copiesOf, rewriteAll } from '../measure-rename.mjs'
import { ServerProcess } from '../server-process.mjs'
import { median } from '../statistics.mjs'
import { Contestant } from './contestant.mjs'
import { measureSide } from './measure-side.mjs'
import { findAnswerable, findLinking } from './truth.mjs'

const bareServer = fileURLToPath(new URL('../bare-server.mjs', import.meta.url))

/** Rounds of every side in turn, the floor before them; who goes first changes from round to round. */
export async function measureSides(sandbox, sides, { rounds, limitMs, say }) {
  const { common, two } = sandbox.queries
  const answerable = findAnswerable(sandbox.vault, [...common, ...two])
  const able = sides.filter(({ problem }) => problem === undefined)
  const results = []
  for (let round = 0; round < rounds; round++) {
    const result = { floor: measureFloor(sandbox), bare: await measureBareStart(), sides: {} }
    for (let turn = 0; turn < able.length; turn++) {
      const peer = able[(round + turn) % able.length]
      say(`${sandbox.noteCount} notes, side by side, round ${round + 1} of ${rounds}: ${peer.name}`)
      const contestant = new Contestant(peer, sandbox, limitMs)
      try {
        result.sides[peer.name] = await measureSide(contestant, {
          queries: sandbox.queries,
          answerable,
          skips: unanswered(results, peer.name),
        })
      } finally {
        contestant.close()
      }
    }
    results.push(result)
  }
  return results
}

/** The kinds of work that a side gave no answer to within its limit: waiting for it once is enough. */
function unanswered(rounds, name) {
  return rounds.flatMap(({ sides }) =>
    Object.entries(sides[name] ?? {}).flatMap(([kind, { problem }]) =>
      problem?.startsWith('No answer') ? [kind] : [],
    ),
  )
}

/** With the writing of one note, and of all that link to the hub, safe on disk. */
function measureFloor(sandbox) {
  const { hub, sample } = sandbox.queries
  const writes = sample.map((path) => rewriteAll(copiesOf([path], sandbox)))
  const linking = findLinking(sandbox.vault, hub)
  const rename = rewriteAll(copiesOf([hub, ...linking], sandbox))
  return { ...sandbox.measureFloor(), write_ms: median(writes), rename_ms: rename, linking: linking.length }
}

async function measureBareStart() {
  const times = []
  for (let start = 0; start < 3; start++) times.push(await measureInitialize(new ServerProcess([bareServer])))
  return median(times)
}
