import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readLoop, untilReady, watchLoop } from './measure-server.mjs'
import { copiesOf, rewriteAll } from './measure-rename.mjs'

// Indexing one of 9 MB takes seconds, after each step.
const sizes = [
  { size: 1, rounds: 3 },
  { size: 9, rounds: 1 },
]
const tooLongMB = 100

/**
 * What is done with a note of megabytes in which each line has a link and a tag, and the longest time for which nobody else
 * was answered meanwhile. The floor is the note read, written beside itself, synced and put in its place.
 */
export async function measureLong(sandbox) {
  const notes = []
  for (const { size, rounds } of sizes) notes.push({ size, steps: await measureSize(sandbox, size, rounds) })
  return { notes, tooLong: { size: tooLongMB, ...(await measureTooLong(sandbox)) } }
}

async function measureSize(sandbox, size, rounds) {
  const { vault, change, close } = await serve(sandbox, size)
  const identifier = 'dense.md'
  const measured = []
  for (let round = 1; round <= rounds; round++) {
    const floor = rewriteAll(copiesOf([identifier], { ...sandbox, vault }))
    const step = async (name, tool, args) => {
      const { ms, turn, result } = await change(tool, args)
      measured.push({ name, ms, turn, floor })
      return result
    }
    await step('append_to_note', 'append_to_note', { identifier, content: `Line ${round}.` })
    await step('update_tags', 'update_tags', { identifier, add_tags: [`new${round}`] })
    const moved = await step('move_note', 'move_note', { identifier, to: 'other/moved.md' })
    await step('undo_change of the move', 'undo_change', { change_id: moved.change_id })
    const appended = await step('append_to_note again', 'append_to_note', { identifier, content: 'More.' })
    await step('undo_change of it', 'undo_change', { change_id: appended.change_id })
    const renamed = await step('rename_note', 'rename_note', { identifier, new_title: `Dense ${round}` })
    await step('undo_change of the title', 'undo_change', { change_id: renamed.change_id })
    const archived = await step('delete_note to the archive', 'delete_note', {
      identifier,
      mode: 'archive',
      confirm: true,
    })
    await step('undo_change of the archiving', 'undo_change', { change_id: archived.change_id })
  }
  await close()
  return [...new Set(measured.map(({ name }) => name))].map((name) => {
    const all = measured.filter((one) => one.name === name)
    const column = (key) => all.map((one) => one[key])
    return { name, ms: column('ms'), floor: column('floor'), turn: column('turn') }
  })
}

/** Reading, finding, moving and deleting a note that is longer than notes are edited, and the most memory that took. */
async function measureTooLong(sandbox) {
  const { server, change, close } = await serve(sandbox, tooLongMB)
  const { peak: indexing } = server.memory()
  const turns = []
  const step = async (tool, args) => turns.push({ tool, ...(await change(tool, args)) })
  await step('get_note', { identifier: 'dense.md' })
  await step('get_note', { identifier: 'dense.md', start_line: -3 })
  await step('search_notes', { query: 'once 4711' })
  await step('search_text', { pattern: 'once 4711$' })
  await step('append_to_note', { identifier: 'dense.md', content: 'More.' })
  await step('move_note', { identifier: 'dense.md', to: 'other/moved.md' })
  await step('delete_note', { identifier: 'other/moved.md', mode: 'trash', confirm: true })
  const { peak } = server.memory()
  await close()
  return {
    indexing,
    peak,
    steps: turns.map(({ tool, ms, turn, result }) => ({ tool, ms, turn, error: result.error })),
  }
}

/** A server whose vault is the long note and those to which it links. */
async function serve(sandbox, size) {
  const vault = join(sandbox.folder, `long-${size}`)
  const data = `long-data-${size}`
  fill(vault, size)
  rmSync(sandbox.loopFile, { force: true })
  const server = sandbox.startServer(data, ['--import', watchLoop], { vault })
  await server.initialize()
  await untilReady(server)
  await server.call('get_note', { identifier: 'a.md' })
  let read = 0
  const change = async (tool, args) => {
    await untilReady(server)
    await readLoop(server, sandbox, ++read)
    const started = performance.now()
    const { structuredContent: result } = await server.request('tools/call', { name: tool, arguments: args })
    const ms = performance.now() - started
    await wait(50)
    return { ms, turn: await readLoop(server, sandbox, ++read), result }
  }
  const close = async () => {
    await server.close()
    rmSync(vault, { recursive: true })
    sandbox.remove(data)
  }
  return { vault, server, change, close }
}

function fill(vault, megabytes) {
  mkdirSync(join(vault, 'other'), { recursive: true })
  writeFileSync(join(vault, 'a.md'), '# A\n\nSee [[dense]].\n')
  writeFileSync(join(vault, 'other', 'b.md'), '# B\n\nSee [the note](../dense.md).\n')
  for (let at = 0; at < 50; at++) writeFileSync(join(vault, `n${at}.md`), `# Note ${at}\n`)
  const line = (at) => `- see [[n${at % 50}]] and #tag-${at % 40} once ${at}\n`
  const file = join(vault, 'dense.md')
  writeFileSync(file, '# Dense\n\n')
  for (let at = 0; statSync(file).size < megabytes * 1_000_000; at += 10_000)
    writeFileSync(file, Array.from({ length: 10_000 }, (_, index) => line(at + index)).join(''), {
      flag: 'a',
    })
}
