import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { mergeNoteOrCanvas } from '../markdown/merge/merge-note-or-canvas.ts'
import type { ThreeWays } from '../markdown/merge/merged.ts'
import { isCleanRelativePath } from '../model/ids.ts'
import { forDriver } from './merge-driver.ts'
import type { Repository } from './repository.ts'
import { readObjects, sizesOf } from './trees.ts'

/** A note or canvas that both sides have changed: git's objects of its three texts. */
export interface EditedByBoth extends ThreeWays<string> {
  readonly path: string
}

const markerSize = 7
const atOnce = 200
// The thread that answers merges them: a longer text is merged by a process of its own.
const longestBytes = 100_000

/**
 * Merges notes as the driver would, of which git starts a process for each, and puts the outcomes into a folder. The driver
 * that takes them from there, and starts `driver` for all others: a line for the shell.
 */
export async function mergeAhead(
  repository: Repository,
  notes: readonly EditedByBoth[],
  { folder, driver }: { readonly folder: string; readonly driver: string },
): Promise<string> {
  const marks = { ours: 'ours', theirs: 'theirs', size: markerSize }
  for (let first = 0; first < notes.length; first += atOnce) {
    const some = await shortOf(repository, notes.slice(first, first + atOnce))
    const texts = await readObjects(repository, some.flatMap(objectsOf))
    for (const [at, { path }] of some.entries()) {
      const [base = null, ours = null, theirs = null] = texts.slice(3 * at)
      if (base === null || ours === null || theirs === null) continue
      const merged = mergeNoteOrCanvas(ours, { path, base, theirs, marks })
      if (merged === null) continue
      await put(join(folder, 'text', path), merged.text)
      await put(join(folder, 'code', path), merged.conflicts > 0 ? '1' : '0')
      await nextTurn()
    }
  }
  const [text, code] = ['text', 'code'].map((name) => forDriver(join(folder, name, '/')))
  return `[ %L = ${markerSize} ] && [ -f ${text}%P ] && cp ${text}%P %A && exit $(cat ${code}%P); ${driver}`
}

/** A name that a crafted tree has may lead out of the folder: what it is git's to say. */
async function shortOf(
  repository: Repository,
  notes: readonly EditedByBoth[],
): Promise<readonly EditedByBoth[]> {
  const sizes = await sizesOf(repository, notes.flatMap(objectsOf))
  return notes.filter(
    ({ path }, at) =>
      isCleanRelativePath(path) && sizes.slice(3 * at, 3 * at + 3).every((size) => size <= longestBytes),
  )
}

function objectsOf({ base, ours, theirs }: EditedByBoth): readonly string[] {
  return [base, ours, theirs]
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, text, { mode: 0o600 })
}
