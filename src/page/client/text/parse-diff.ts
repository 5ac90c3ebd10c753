export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Its number in the text before and after; null where it is not in it. */
  readonly before: number | null
  readonly after: number | null
}

export interface Hunk {
  /** What the `@@` line says beside the numbers. */
  readonly heading: string
  readonly lines: readonly DiffLine[]
}

/** The hunks of a unified diff of one file. What stands before the first `@@` is left out. */
export function parseDiff(diff: string): readonly Hunk[] {
  const hunks: { heading: string; lines: DiffLine[] }[] = []
  let before = 0
  let after = 0
  for (const row of diff.replace(/\n$/, '').split('\n')) {
    const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(row)
    if (start !== null) {
      before = Number(start[1])
      after = Number(start[2])
      hunks.push({ heading: start[3] ?? '', lines: [] })
      continue
    }
    const hunk = hunks.at(-1)
    if (hunk === undefined || row.startsWith('\\')) continue
    const text = row.slice(1).replace(/\r$/, '')
    if (row.startsWith('+')) hunk.lines.push({ kind: 'added', text, before: null, after: after++ })
    else if (row.startsWith('-')) hunk.lines.push({ kind: 'removed', text, before: before++, after: null })
    else hunk.lines.push({ kind: 'same', text, before: before++, after: after++ })
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
