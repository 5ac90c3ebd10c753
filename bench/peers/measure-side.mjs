import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { measureToolList } from '../measure-server.mjs'
import { describe } from './install-peers.mjs'
import { findLinking, hasLink, isAnswer } from './truth.mjs'

/** No row of one side takes much longer than this: what was measured by then counts, at least one. */
const budgetMs = 30_000
/** How long an edit by somebody else is waited for. */
const patienceMs = 10_000
const repeats = Array.from({ length: 10 }, (_, index) => index)

/**
 * What one side makes of the vault: of each kind of work its times, or what it had no `answer` for. A kind that the
 * side has no tool for is left out; one that fails says why and stops nothing else.
 */
export async function measureSide(contestant, queries, answerable) {
  await contestant.settleDisk()
  const results = { ...(await measureIndexing(contestant, queries)) }
  let server
  try {
    const reopened = await measureReopening(contestant, queries)
    server = reopened.server
    results.initialize = reopened.initialize
    results.reopen = reopened.reopen
  } catch (error) {
    return { ...results, reopen: { times: [], problem: describe(error) } }
  }
  const { peer, vault } = contestant
  const side = { contestant, peer, vault, server, queries }
  Object.assign(results, await measureQuestions(side, answerable))
  Object.assign(results, await measureWrites(side))
  Object.assign(results, await measureEdits(side))
  results.rename = await measureRename(side)
  await server.closeWithin(5_000)
  return results
}

/** From nothing to the first right answer with every note in it, the memory of it, and what is on disk then. */
async function measureIndexing(contestant, queries) {
  const { peer, vault } = contestant
  try {
    const started = performance.now()
    const commandPeak = peer.indexArgs === undefined ? 0 : await contestant.run(peer.indexArgs({ vault }))
    const server = contestant.start()
    await server.initialize()
    await peer.untilIndexed?.(server, { every: 25, notes: contestant.noteCount })
    const problem = await askFirst(server, contestant, queries)
    const ms = performance.now() - started
    const { peak } = server.memory()
    await server.closeWithin(5_000)
    const databaseMB = contestant.databaseMB()
    return {
      cold: { times: [ms], problem },
      coldPeak: { times: [Math.max(commandPeak, peak)] },
      ...(databaseMB !== null && { database: { times: [databaseMB] } }),
    }
  } catch (error) {
    return { cold: { times: [], problem: describe(error) } }
  }
}

/** Starts of a side that knows the vault already. The last server is kept. */
async function measureReopening(contestant, queries) {
  const initialize = { times: [] }
  const reopen = { times: [] }
  const began = performance.now()
  for (;;) {
    const server = contestant.start()
    initialize.times.push(await server.initialize())
    reopen.problem ??= await askFirst(server, contestant, queries)
    reopen.times.push(performance.now() - server.startedAt)
    if (reopen.times.length === 3 || performance.now() - began > budgetMs)
      return { server, initialize, reopen }
    await server.closeWithin(5_000)
  }
}

/** Asks for a word that one note has, or for what the side can be asked for. Null when that note comes back. */
async function askFirst(server, { peer, vault }, { rare, sample }) {
  // The last of them: who has read half of the vault does not know it.
  const [path, word] = [sample.at(-1), rare.at(-1)]
  const hits = await search({ server, peer }, peer.firstQuery?.({ path, word }) ?? word)
  return hits.includes(path) && existsSync(join(vault, path)) ? null : 'wrong answer'
}

async function measureQuestions(side, answerable) {
  const { peer, queries, server, vault } = side
  const searchAll = (list, isRight) =>
    measure(list, async (query, index) => {
      const hits = await search(side, query)
      return () => isRight(hits, query, index)
    })
  const holdsAll = (hits, query) => !answerable.has(query) || isAnswer(vault, hits, query)
  const onEach = (tool, isRight) =>
    tool &&
    measure(queries.sample, async (path) => {
      const result = await ask(server, tool(path))
      return () => isRight(result, path)
    })
  const linked = [queries.hub, ...queries.sample]
  const results = {
    rare: await searchAll(queries.rare, (hits, _query, index) => hits.includes(queries.sample[index])),
    common: await searchAll(queries.common, holdsAll),
    two: await searchAll(queries.two, holdsAll),
    read: await onEach(peer.read, (result, path) =>
      holdsText(result, readFileSync(join(vault, path), 'utf8')),
    ),
    list:
      peer.list &&
      (await onEach(
        (path) => peer.list(dirname(path)),
        (result) => JSON.stringify(result).includes('.md'),
      )),
    backlinks:
      peer.backlinks &&
      (await measure(linked, async (path, index) => {
        const result = await ask(server, peer.backlinks(path))
        return () =>
          index > 0 || findLinking(vault, path).some((other) => JSON.stringify(result).includes(other))
      })),
  }
  const { now, peak } = server.memory()
  const { seen } = await measureToolList(server)
  return {
    ...withoutMissing(results),
    memory: { times: [now] },
    memoryPeak: { times: [peak] },
    tools: { times: [seen / 1_000] },
  }
}

async function measureWrites({ peer, server, vault, queries }) {
  const create =
    peer.create &&
    (await measure(repeats, async (index) => {
      const [title, path] = [`Made ${index}`, `made/Made ${index}.md`]
      await ask(server, peer.create({ path, title, text: `# ${title}\n\nWords.\n` }))
      // Some make a name of their own from the title.
      return () => [path, `made/made-${index}.md`].some((made) => existsSync(join(vault, made)))
    }))
  const update =
    peer.append &&
    (await measure(queries.sample, async (path, index) => {
      const line = `Somebody appended updated${index}x.`
      // Needed by those that can only replace the whole text.
      const text = readFileSync(join(vault, path), 'utf8')
      await ask(server, peer.append({ path, text, line }))
      return () => readFileSync(join(vault, path), 'utf8').includes(line)
    }))
  return withoutMissing({ create, update })
}

/** What somebody else does to the vault while it is served, until a search finds it. */
async function measureEdits(side) {
  const { vault, queries } = side
  const place = (path, word) => {
    mkdirSync(dirname(join(vault, path)), { recursive: true })
    writeFileSync(join(vault, path), `# ${word}\n\nSomebody wrote ${word}.\n`)
    return path
  }
  const found = (edit) =>
    measure(repeats, async (index) => {
      const { path, word } = edit(index)
      if (side.peer.refreshArgs !== undefined) await side.contestant.run(side.peer.refreshArgs)
      const until = performance.now() + patienceMs
      while (!(await search(side, word)).includes(path)) {
        if (performance.now() > until) throw new Error(`not found within ${patienceMs / 1_000} s`)
        await wait(5)
      }
      return () => true
    })
  return {
    newFile: await found((index) => {
      const word = `outsidenew${index}`
      return { word, path: place(`new ${index}.md`, word) }
    }),
    changedFile: await found((index) => {
      const [path, word] = [queries.sample[index % queries.sample.length], `outsidechange${index}`]
      // As a tag too: some search for nothing else in a text.
      appendFileSync(join(vault, path), `\nSomebody added ${word} #${word}\n`)
      return { word, path }
    }),
    newFolder: await found((index) => {
      const word = `outsidefolder${index}`
      return { word, path: place(`fresh ${index}/deep/note.md`, word) }
    }),
  }
}

/** Renames the note that most others link to, and looks at each of those. */
async function measureRename({ peer, server, vault, queries }) {
  if (peer.rename === undefined) return undefined
  let path = queries.hub
  const linking = findLinking(vault, path)
  return await measure([1, 2, 3], async (round) => {
    const [before, after] = [path, posix.join(dirname(queries.hub), `Hub renamed ${round}.md`)]
    path = after
    await ask(server, peer.rename(before, after))
    return () =>
      existsSync(join(vault, after)) &&
      !existsSync(join(vault, before)) &&
      linking.every((other) => {
        const text = readFileSync(join(vault, other), 'utf8')
        return hasLink(text, after) && !hasLink(text, before)
      })
  })
}

/**
 * Milliseconds of some work on each of `inputs`, as many as the budget allows. The work returns how to check what came
 * of it, which is not timed. What throws ends the row.
 */
async function measure(inputs, work) {
  const times = []
  let wrong = 0
  const began = performance.now()
  try {
    for (const [index, input] of inputs.entries()) {
      const started = performance.now()
      const isRight = await work(input, index)
      times.push(performance.now() - started)
      if (!isRight()) wrong++
      if (performance.now() - began > budgetMs) break
    }
  } catch (error) {
    return { times, problem: describe(error) }
  }
  return { times, problem: wrong === 0 ? null : `wrong answer, ${wrong} of ${times.length}` }
}

async function search({ server, peer }, query) {
  return peer.hits(await ask(server, peer.search(query)))
}

async function ask(server, [name, args]) {
  const result = await server.request('tools/call', { name, arguments: args })
  if (result.isError) throw new Error(`${name}: ${result.content?.[0]?.text ?? 'failed'}`)
  return result
}

/** Whether an answer has the text of a note: its longest line, however that line is wrapped in JSON. */
function holdsText(result, text) {
  const longest = text.split('\n').reduce((a, b) => (b.length > a.length ? b : a), '')
  const words = longest
    .trim()
    .slice(0, 60)
    .replace(/["\\].*/, '')
  return JSON.stringify(result).includes(words)
}

function withoutMissing(results) {
  return Object.fromEntries(Object.entries(results).filter(([, value]) => value !== undefined))
}
