import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ThreeWays } from '../markdown/merge/merged.ts'
import { bytesOf } from '../model/lossless-text.ts'
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
  // Much is loaded by it, and most syncs and every status merge nothing.
  const { mergeNoteOrCanvas } = await import('../markdown/merge/merge-note-or-canvas.ts')
  const marks = { ours: 'ours', theirs: 'theirs', size: markerSize }
  const own = join(folder, 'ahead')
  await mkdir(own, { recursive: true, mode: 0o700 })
  const put = async (name: string, content: string | Buffer) => {
    await writeFile(join(own, name), content, { mode: 0o600 })
  }
  const paths: string[] = []
  for (let first = 0; first < notes.length; first += atOnce) {
    const some = await shortOf(repository, notes.slice(first, first + atOnce))
    const texts = await readObjects(repository, some.flatMap(objectsOf))
    for (const [at, { path }] of some.entries()) {
      const [base = null, ours = null, theirs = null] = texts.slice(3 * at)
      if (base === null || ours === null || theirs === null) continue
      const merged = mergeNoteOrCanvas(ours, { path, base, theirs, marks })
      if (merged === null) continue
      // By number: a path may lead out of the folder, and the drive may not tell it from another.
      const number = paths.push(path)
      await put(`text${number}`, merged.text)
      await put(`code${number}`, merged.conflicts > 0 ? '1' : '0')
      await nextTurn()
    }
  }
  await put('paths', bytesOf(paths.map((path) => `${path}\n`).join('')))
  const [list, text, code] = ['paths', 'text', 'code'].map((name) => forDriver(join(own, name)))
  // grep says `12:a.md` of the twelfth; of a path of several lines it might say so of others.
  const found = `n=$(grep -nxF -e %P ${list}) && [ "\${n#*:}" = %P ] && n=\${n%%%%:*}`
  return `[ %L = ${markerSize} ] && ${found} && cp ${text}$n %A && exit $(cat ${code}$n); ${driver}`
}

async function shortOf(
  repository: Repository,
  notes: readonly EditedByBoth[],
): Promise<readonly EditedByBoth[]> {
  const sizes = await sizesOf(repository, notes.flatMap(objectsOf))
  return notes.filter(
    ({ path }, at) =>
      !path.includes('\n') && sizes.slice(3 * at, 3 * at + 3).every((size) => size <= longestBytes),
  )
}

function objectsOf({ base, ours, theirs }: EditedByBoth): readonly string[] {
  return [base, ours, theirs]
}
