import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { untilReady } from './measure-server.mjs'
import { writingCalls } from './measure-writes.mjs'
import { timeEach } from './statistics.mjs'

const repeats = Array.from({ length: 20 }, (_, index) => index)

/** Writes through the server, and what somebody else does to the vault while it serves. Changes the vault. */
export async function measureChanges(sandbox) {
  const { vault, queries } = sandbox
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilReady(server)
  const found = async (word) => {
    while ((await server.call('search_notes', { query: word })).total === 0) await wait(5)
  }
  const result = {
    writes: await timeWrites(server, queries),
    outsideNew: await timeEach(repeats, async (index) => {
      writeFileSync(join(vault, `new ${index}.md`), `Somebody wrote outsidenew${index}.\n`)
      await found(`outsidenew${index}`)
    }),
    outsideChange: await timeEach(repeats, async (index) => {
      appendFileSync(
        join(vault, queries.sample[index % queries.sample.length]),
        `Somebody added outsidechange${index}.\n`,
      )
      await found(`outsidechange${index}`)
    }),
    outsideFolder: await timeEach(repeats, async (index) => {
      mkdirSync(join(vault, `fresh ${index}`, 'deep'), { recursive: true })
      writeFileSync(
        join(vault, `fresh ${index}`, 'deep', 'note.md'),
        `Somebody made outsidefolder${index}.\n`,
      )
      await found(`outsidefolder${index}`)
    }),
    memory: null,
  }
  result.memory = server.memory()
  await server.close()
  return result
}

async function timeWrites(server, queries) {
  const times = {}
  for (const [row, [tool, inputs]] of Object.entries(writingCalls(queries)))
    times[row] = await timeEach(inputs, (args) => server.call(tool, args))
  return times
}
