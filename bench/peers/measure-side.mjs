import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { measureToolList } from '../measure-server.mjs'
import { describe } from './install-peers.mjs'
import { findLinking, hasLink, isAnswer } from './truth.mjs'

/** No row of one side takes much longer than this: what was measured by then counts, at least one. */
const budgetMs = 30_000
/** How long an edit by somebody else is waited for. */
const patienceMs = 30_000
const repeats = Array.from({ length: 10 }, (_, index) => index)

/**
 * What one side makes of the vault: of each kind of work its times, or the `problem` that it had with it. A kind that
 * the side has no tool for is left out; one that fails stops nothing else, except where its server is gone. `skips` are
 * kinds that it gave no answer to in an earlier round.
 */
export async function measureSide(contestant, { queries, answerable, skips }) {
  await contestant.settleDisk()
  const results = {}
  await attempt(results, 'cold', () => measureIndexing(contestant, queries))
  await attempt(results, 'reopen', () => measureReopening(contestant, queries))
  if (results.reopen.times.length === 0) return results
  const { peer, vault } = contestant
  await withServer(contestant, async (server) => {
    const side = { contestant, peer, vault, server, queries }
    await server.initialize()
    await peer.untilIndexed?.(server)
    await attempt(results, 'rare', () => measureQuestions(side, answerable))
    await attempt(results, 'create', () => measureWrites(side))
    await attempt(results, 'newFile', () => measureEdits(side))
    if (!skips.includes('rename')) await attempt(results, 'rename', () => measureRename(side))
  })
  return results
}

/** Adds what some work found; where it fails, that is what is known of the kind that it began with. */
async function attempt(results, kind, work) {
  try {
    Object.assign(results, await work())
  } catch (error) {
    results[kind] = { times: [], problem: describe(error) }
  }
}

async function withServer(contestant, work) {
  const server = contestant.start()
  try {
    return await work(server)
  } finally {
    await server.closeWithin(5_000)
  }
}

/** From nothing to the first right answer with every note in it, the memory of it, and what is on disk then. */
async function measureIndexing(contestant, queries) {
  const { peer, vault, noteCount } = contestant
  const started = performance.now()
  const commandPeak = peer.indexArgs === undefined ? 0 : await contestant.run(peer.indexArgs({ vault }))
  const { cold, peak } = await withServer(contestant, async (server) => {
    await server.initialize()
    await peer.untilIndexed?.(server, { every: 25, notes: noteCount })
    const problem = await askFirst(server, contestant, queries)
    return { cold: { times: [performance.now() - started], problem }, peak: server.memory().peak }
  })
  const databaseMB = contestant.databaseMB()
  return {
    cold,
    coldPeak: { times: [Math.max(commandPeak, peak)] },
    ...(databaseMB !== null && { database: { times: [databaseMB] } }),
  }
}

/** Starts of a side that knows the vault already. */
async function measureReopening(contestant, queries) {
  const initialize = { times: [] }
  const reopen = { times: [], problem: null }
  const began = performance.now()
  while (reopen.times.length < 3 && performance.now() - began < budgetMs) {
    await withServer(contestant, async (server) => {
      initialize.times.push(await server.initialize())
      reopen.problem ??= await askFirst(server, contestant, queries)
      reopen.times.push(performance.now() - server.startedAt)
    })
  }
  return { initialize, reopen }
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
  const found = (edit, toQuestion = side.peer.search) =>
    measure(repeats, async (index) => {
      const { path, word } = edit(index)
      if (side.peer.refreshArgs !== undefined) await side.contestant.run(side.peer.refreshArgs)
      const until = performance.now() + patienceMs
      while (!(await find(side, toQuestion(word))).includes(path)) {
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
    }, side.peer.findTag),
    newFolder: await found((index) => {
      const word = `outsidefolder${index}`
      return { word, path: place(`fresh ${index}/deep/note.md`, word) }
    }),
  }
}

/** Renames the note that most others link to, and looks at each of those. */
async function measureRename({ peer, server, vault, queries }) {
  if (peer.rename === undefined) return {}
  let path = queries.hub
  const linking = findLinking(vault, path)
  const rename = await measure([1, 2, 3], async (round) => {
    const [before, after] = [path, posix.join(dirname(queries.hub), `Hub renamed ${round}.md`)]
    path = after
    await ask(server, peer.rename(before, after))
    return async () => {
      // Who learns of a rename only by watching the vault may do so before the next one.
      await wait(2_000)
      return (
        existsSync(join(vault, after)) &&
        !existsSync(join(vault, before)) &&
        linking.every((other) => {
          const text = readFileSync(join(vault, other), 'utf8')
          return hasLink(text, after) && !hasLink(text, before)
        })
      )
    }
  })
  return { rename }
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
      if (!(await isRight())) wrong++
      if (performance.now() - began > budgetMs) break
    }
  } catch (error) {
    return { times, problem: describe(error) }
  }
  return { times, problem: wrong === 0 ? null : `wrong answer, ${wrong} of ${times.length}` }
}

function search(side, query) {
  return find(side, side.peer.search(query))
}

async function find({ server, peer }, question) {
  return peer.hits(await ask(server, question))
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
