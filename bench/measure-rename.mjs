import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { untilReady } from './measure-server.mjs'

const rounds = 5

/**
 * Renames the note that most others link to, again and again. The floor goes right before each: of every one of those
 * files, and of the note itself, a copy, outside the vault so that the server has no business with it, is read, written
 * beside itself, synced and put in its place, with nothing else. The index follows behind the answer: the next call waits.
 */
export async function measureRename(sandbox) {
  const server = sandbox.startServer('data')
  await server.initialize()
  await untilReady(server)
  let hub = sandbox.queries.hub
  const result = { rename: [], seen: [], floor: [], files: 0 }
  for (let round = 1; round <= rounds; round++) {
    const linking = await linkingFiles(server, hub)
    result.floor.push(rewriteAll(copiesOf([hub, ...linking], sandbox)))
    const start = performance.now()
    const args = { identifier: hub, new_title: `The hub under name ${round}`, rename_file: true }
    const { new_id: newId } = await server.call('rename_note', args)
    result.rename.push(performance.now() - start)
    await server.call('get_backlinks', { identifier: newId, limit: 1 })
    result.seen.push(performance.now() - start)
    // Of so many files the answer names only the first.
    result.files = linking.length
    hub = newId
  }
  await server.close()
  return result
}

async function linkingFiles(server, hub) {
  const ids = new Set()
  let cursor
  do {
    const page = await server.call('get_backlinks', {
      identifier: hub,
      limit: 200,
      ...(cursor && { cursor }),
    })
    for (const { id } of page.backlinks) ids.add(id)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return [...ids]
}

export function copiesOf(ids, { folder, vault }) {
  mkdirSync(join(folder, 'copies'), { recursive: true })
  return ids.map((id, index) => {
    const copy = join(folder, 'copies', `${index}.md`)
    copyFileSync(join(vault, id), copy)
    return copy
  })
}

export function rewriteAll(files) {
  const start = performance.now()
  for (const file of files) {
    const text = readFileSync(file)
    const temporary = `${file}.tmp`
    const descriptor = openSync(temporary, 'wx')
    writeSync(descriptor, text)
    fsyncSync(descriptor)
    closeSync(descriptor)
    renameSync(temporary, file)
  }
  return performance.now() - start
}
