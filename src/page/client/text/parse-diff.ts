export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Its number in the text before and after; null where it is not in it. */
  readonly before: number | null
  readonly after: number | null
  /** What is said beside the line, as it is not to be seen in its text. */
  readonly note?: string
}

export interface Hunk {
  /** What the `@@` line says beside the numbers. */
  readonly heading: string
  readonly lines: readonly DiffLine[]
}

/** The hunks of a unified diff, of one file or of several after one another. */
export function parseDiff(diff: string): readonly Hunk[] {
  const hunks: { heading: string; lines: DiffLine[] }[] = []
  let [before, after, leftBefore, leftAfter] = [0, 0, 0, 0]
  let file = ''
  for (const row of diff.split('\n')) {
    const text = row.slice(1).replace(/\r$/, '')
    const lines = leftBefore + leftAfter > 0 ? hunks.at(-1)?.lines : undefined
    if (lines !== undefined && row.startsWith('+')) {
      lines.push({ kind: 'added', text, before: null, after: after++ })
      leftAfter -= 1
    } else if (lines !== undefined && row.startsWith('-')) {
      lines.push({ kind: 'removed', text, before: before++, after: null })
      leftBefore -= 1
    } else if (lines !== undefined && /^( |$)/.test(row)) {
      lines.push({ kind: 'same', text, before: before++, after: after++ })
      leftBefore -= 1
      leftAfter -= 1
    } else if (row.startsWith('@@')) {
      const start = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(row)
      before = Number(start?.[1] ?? 0)
      after = Number(start?.[3] ?? 0)
      leftBefore = start === null ? 0 : Number(start[2] ?? 1)
      leftAfter = start === null ? 0 : Number(start[4] ?? 1)
      // A line that counts nothing says why the lines are not shown.
      const said = start?.[5] ?? row.replace(/^@@ | @@$/g, '')
      hunks.push({ heading: [file, said].filter((part) => part !== '').join(' '), lines: [] })
      file = ''
    } else if (row.startsWith('\\')) {
      const last = hunks.at(-1)?.lines
      const line = last?.pop()
      if (line !== undefined) last?.push({ ...line, note: 'no line break at the end' })
    } else if (row.startsWith('+++ ')) file = hunks.length === 0 ? '' : row.slice(4)
    else if (row.startsWith('…')) {
      hunks.push({ heading: row, lines: [] })
      leftBefore = 0
      leftAfter = 0
    }
  }
  return hunks
}

/** A line of the text before beside the one that took its place; null where the other side has more. */
export type Pair = readonly [DiffLine | null, DiffLine | null]

/** The lines of a hunk side by side: what was removed beside what was added in its place. */
export function pairLines(lines: readonly DiffLine[]): readonly Pair[] {
  const pairs: Pair[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push([removed[at] ?? null, added[at] ?? null])
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
    } else if (line.kind === 'added') added.push(line)
    else {
      flush()
      pairs.push([line, line])
    }
  }
  flush()
  return pairs
}

/** How many lines came and went. */
export function countLines(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  const lines = hunks.flatMap((hunk) => hunk.lines)
  return {
    added: lines.filter(({ kind }) => kind === 'added').length,
    removed: lines.filter(({ kind }) => kind === 'removed').length,
  }
}
