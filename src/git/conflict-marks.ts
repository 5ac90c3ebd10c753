import { lstat, readFile } from 'node:fs/promises'
import { findConflicts } from '../markdown/read/find-conflicts.ts'
import { findFences } from '../markdown/read/find-fences.ts'
import { isNotePath } from '../model/note-path.ts'
import type { Repository } from './repository.ts'

/**
 * The marks of a conflict, as git writes them, also behind a byte-order mark, and as they stand in a frontmatter. They are longer
 * in a file with two new names, and where an attribute says so.
 */
const mark = /^\uFEFF?(?:# )?(<{7,}(?= )|={7,}(?=\r?$)|>{7,}(?= ))/gm

/**
 * Those of these files that hold the three marks of a conflict, one below the other, outside of code: notes, canvases and plain
 * texts. Of those that git says are in conflict all that hold more marks of any kind than either side has.
 */
export async function withMarks(
  repository: Repository,
  paths: readonly string[],
  unmerged: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of new Set([...unmerged, ...paths])) {
    if (!/\.(?:md|canvas|txt)$/i.test(path) && !unmerged.includes(path)) continue
    const place = repository.placeOf(path)
    // A link may lead to what has no end.
    const isFile = (await lstat(place).catch(() => null))?.isFile() ?? false
    const text = isFile ? await readFile(place, 'utf8').catch(() => '') : ''
    const isMarked = unmerged.includes(path)
      ? await hasMarksLeft(repository, path, text)
      : findMarked(path, text).some(({ isInCode }) => !isInCode)
    if (isMarked) found.push(path)
  }
  return found
}

/** Whether what a merge made of a file holds the three marks of a conflict. */
export function holdsMarks(path: string, text: string): boolean {
  return findMarked(path, text).length > 0
}

/** Of each conflict whether it stands in code: a note may show there what one looks like. */
function findMarked(path: string, text: string): readonly { readonly isInCode: boolean }[] {
  const conflicts = findConflicts(text)
  if (conflicts.length === 0) return []
  const fences = isNotePath(path) ? findFences(text, { start: 0, end: text.length }) : []
  return conflicts.map(([from]) => ({
    isInCode: fences.some(({ start, end }) => from >= start && from < end),
  }))
}

/** Marks that somebody has begun to take out are marks still. */
async function hasMarksLeft(repository: Repository, path: string, text: string): Promise<boolean> {
  const inText = countMarks(text)
  if (inText.every((count) => count === 0)) return false
  const sides = await Promise.all(
    [2, 3].map(
      async (stage) =>
        await repository.git(['cat-file', '--filters', `:${stage}:${path}`], { expected: [128] }),
    ),
  )
  const known = sides.map(({ code, stdout }) => countMarks(code === 0 ? stdout : ''))
  return inText.some((count, kind) => known.every((counts) => count > (counts[kind] ?? 0)))
}

/** How many there are of each of the three kinds; a longer `=` is a heading's more often than a mark. */
function countMarks(text: string): readonly number[] {
  const found = [...text.matchAll(mark)].map(({ 1: signs = '' }) => signs)
  return [/^</, /^={7}$/, /^>/].map((kind) => found.filter((signs) => kind.test(signs)).length)
}
