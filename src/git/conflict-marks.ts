import { lstat, readFile } from 'node:fs/promises'
import { findFences } from '../markdown/read/find-fences.ts'
import { isNotePath } from '../model/note-path.ts'
import type { Repository } from './repository.ts'

/** The marks of a conflict, as git writes them and as they stand in a frontmatter. */
const mark = /^(?:# )?(?:<{7} |={7}\r?$|>{7} ).*/gm

interface Marked {
  readonly text: string
  /** A note may show what a conflict looks like. */
  readonly isInCode: boolean
}

/**
 * Those of these files that hold the three marks of a conflict, one below the other: notes, canvases and plain texts, and
 * whatever git says is in conflict.
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
    const marked = findMarked(path, text)
    if (marked.length === 0) continue
    if (marked.some(({ isInCode }) => !isInCode) || (await isNewInCode(repository, path, marked)))
      found.push(path)
  }
  return found
}

/** Whether what a merge made of a file holds the three marks of a conflict. */
export function holdsMarks(path: string, text: string): boolean {
  return findMarked(path, text).length > 0
}

/** Every place from a conflict's first mark to its last one. */
function findMarked(path: string, text: string): readonly Marked[] {
  if (!text.includes('<<<<<<< ')) return []
  const fences = isNotePath(path) ? findFences(text, { start: 0, end: text.length }) : []
  const found: Marked[] = []
  let start = -1
  let isHalfway = false
  for (const { 0: line, index } of text.matchAll(mark)) {
    const sign = line.replace(/^# /, '').charAt(0)
    if (sign === '<') [start, isHalfway] = [index, false]
    else if (sign === '=') isHalfway = start !== -1
    else if (isHalfway) {
      const from = start
      const isInCode = fences.some((fence) => from >= fence.start && from < fence.end)
      found.push({ text: text.slice(from, index + line.length), isInCode })
      ;[start, isHalfway] = [-1, false]
    }
  }
  return found
}

/** Whether a file in conflict holds marks in its code that neither side has: then they are those of the conflict. */
async function isNewInCode(
  repository: Repository,
  path: string,
  marked: readonly Marked[],
): Promise<boolean> {
  const sides: string[] = []
  for (const stage of [2, 3]) {
    const { code, stdout } = await repository.git(['cat-file', '--filters', `:${stage}:${path}`], {
      expected: [128],
    })
    if (code === 0) sides.push(stdout)
  }
  return sides.length > 0 && marked.some(({ text }) => !sides.some((side) => side.includes(text)))
}
