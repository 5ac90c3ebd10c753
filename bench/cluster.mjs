// What a call costs that one server passes on to another, and what three servers on one machine get done beside one:
// npm run bench:cluster
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call, newToken, withServers } from './cluster-servers.mjs'

const calls = Number(process.argv[2] ?? 400)
const vaults = 6
const warmingCalls = 10_000
const measuredCalls = 6_000

await withServers(async ({ folder, start }) => {
  const entries = {}
  for (let number = 0; number < vaults; number++) {
    const root = join(folder, `vault-${number}`)
    mkdirSync(root)
    for (let note = 0; note < 200; note++)
      writeFileSync(join(root, `note-${note}.md`), `# Note ${note}\n\nWords about subject ${note % 17}.\n`)
    entries[`vault-${number}`] = { name: `vault-${number}`, path: root }
  }
  const one = await start('one', { vaults: entries })
  const token = newToken(one)
  const alone = await throughput([one], token)
  const others = [await start('two'), await start('three')]
  const servers = [one, ...others]
  // The first has opened all: it hands some over, so that each holds two.
  await Promise.all([one.stop(), pause(200)])
  servers[0] = await start('one', { vaults: entries })
  for (let number = 0; number < vaults; number++) await get(servers[number % 3], token, number)
  const { direct, passed } = await hopCost(servers, token)
  console.log(
    `a read where its vault is served: median ${ms(direct)}; passed on: ${ms(passed)}; allowed: ${ms(direct * 1.5 + 2)}`,
  )
  const together = await throughput(servers, token)
  console.log(
    `reads a second at one server: ${alone.toFixed(0)}; at three on this machine: ${together.toFixed(0)}`,
  )
})

/** Each vault asked at each server, in turn: the quickest of them serves it. */
async function hopCost(servers, token) {
  const times = { direct: [], passed: [] }
  for (let number = 0; number < vaults; number++) {
    const taken = servers.map(() => [])
    for (let turn = 0; turn < calls / vaults; turn++) {
      for (const [index, server] of servers.entries()) {
        const began = performance.now()
        await get(server, token, number, turn)
        taken[index].push(performance.now() - began)
      }
    }
    const [first, ...rest] = taken.map(median).sort((a, b) => a - b)
    times.direct.push(first)
    times.passed.push(...rest)
  }
  return { direct: median(times.direct), passed: median(times.passed) }
}

/** Reads a second, the median of three times, once each server has compiled what it runs often. */
async function throughput(servers, token) {
  for (let number = 0; number < vaults; number++) await get(servers[0], token, number)
  await readAll(servers, token, warmingCalls * servers.length)
  const rates = []
  for (let time = 0; time < 3; time++) {
    const began = performance.now()
    const count = await readAll(servers, token, measuredCalls)
    rates.push((count * 1_000) / (performance.now() - began))
  }
  return median(rates)
}

/** Twelve clients, each of which goes from server to server and from vault to vault. */
async function readAll(servers, token, count) {
  const clients = 12
  const each = Math.ceil(count / clients)
  const read = async (client) => {
    for (let turn = 0; turn < each; turn++)
      await get(servers[(client + turn * 5) % servers.length], token, (client + turn) % vaults, turn)
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => read(client)))
  return each * clients
}

function get(server, token, vault, turn = 0) {
  return call(server, token, 'get_note', { vault_id: `vault-${vault}`, identifier: `note-${turn % 200}.md` })
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}

function ms(value) {
  return `${value.toFixed(2)} ms`
}
