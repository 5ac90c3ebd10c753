import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { cutAll } from '../test/support/cut-all.ts'
import { dumpIndex } from '../test/support/dump-index.ts'

/** Of the lines that were added to files, those that are not there exactly once. `lines`: each with its file. */
export function lostLines(lines) {
  const counts = new Map()
  const countsOf = (file) => {
    if (!counts.has(file)) counts.set(file, countLines(readFileSync(file, 'utf8').split('\n')))
    return counts.get(file)
  }
  return [...lines].filter(([line, file]) => countsOf(file).get(line) !== 1).map(([line]) => line)
}

function countLines(lines) {
  const counts = new Map()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

/** Paths of all files below a folder, hidden ones left out. */
export function filesIn(folder) {
  const isShown = (path) => !path.split(sep).some((name) => name.startsWith('.'))
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter(isShown)
}

/** Where a folder is not as it was left. `texts`: what must be in its files; null for one that only has to be there. */
export function wrongFiles(folder, texts) {
  const found = new Set(filesIn(folder))
  const extra = [...found].filter((path) => !texts.has(path)).map((path) => `not expected: ${path}`)
  const wrong = [...texts].flatMap(([path, text]) => {
    if (!found.has(path)) return [`missing: ${path}`]
    const isRight = text === null || readFileSync(join(folder, path), 'utf8') === text
    return isRight ? [] : [`not as it was left: ${path}`]
  })
  return [...extra, ...wrong]
}

/** In what two data folders disagree about their vaults, once a server has had time to notice the last changes. */
export async function differences(dataFolder, otherFolder) {
  const vaults = readdirSync(join(otherFolder, 'vaults'))
  let found = []
  for (let time = 0; time < 60; time += 1) {
    found = vaults.flatMap((vault) => {
      const [have, want] = [dataFolder, otherFolder].map((data) => {
        const file = join(data, 'vaults', vault, 'index.sqlite')
        cutAll(file)
        return dumpIndex(file)
      })
      return [...without(have, want, 'only in the index'), ...without(want, have, 'missing in the index')]
    })
    if (found.length === 0) break
    await wait(500)
  }
  return found
}

function without(rows, others, why) {
  const known = new Set(others)
  const more = rows.filter((row) => !known.has(row)).map((row) => `${why}: ${row}`)
  return more.length === 0 && rows.length > others.length ? [`${why}: a row twice`] : more
}
