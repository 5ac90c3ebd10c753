/**
 * Markdown made fit to stand in a section: its headings moved down together until the highest is of `level`, an
 * underlined heading written with `#`, a fence that is left open closed. So nothing in it ends the section.
 */
export function fitSection(text: string, level: number): string {
  const lines = text.replace(/\r\n?/g, '\n').trim().split('\n')
  const { inFence, open } = findFences(lines)
  const marked = lines.map((line, index) =>
    inFence[index] === true ? line : markHeading(line, lines[index + 1]),
  )
  const levels = marked.flatMap((line, index) => (inFence[index] === true ? [] : levelOf(line)))
  const shift = Math.max(0, level - Math.min(...levels, level))
  const fitted = marked.flatMap((line, index) => {
    if (inFence[index] === true) return [line]
    // The underline of a heading that is marked with `#` now.
    const above = lines[index - 1]
    if (index > 0 && above !== undefined && inFence[index - 1] !== true && isUnderline(line, above)) return []
    const [depth] = levelOf(line)
    if (depth === undefined) return [line]
    return ['#'.repeat(Math.min(6, depth + shift)) + line.trimStart().slice(depth)]
  })
  return [...fitted, ...(open === null ? [] : [open])].join('\n')
}

/** Which lines are code or its fences, and the fence that is left open. */
function findFences(lines: readonly string[]): {
  readonly inFence: readonly boolean[]
  readonly open: string | null
} {
  let open: string | null = null
  const inFence: boolean[] = []
  for (const line of lines) {
    const [, marker] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    inFence.push(open !== null || marker !== undefined)
    if (open === null) open = marker ?? null
    else if (marker?.startsWith(open) === true && /^[ `~]*$/.test(line.trim())) open = null
  }
  return { inFence, open }
}

function markHeading(line: string, below: string | undefined): string {
  if (below === undefined || !isUnderline(below, line)) return line
  return `${below.trim().startsWith('=') ? '#' : '##'} ${line.trim()}`
}

/** Only `=` and `-` in a row under a line of plain text; a list item, quote or heading is none. */
function isUnderline(line: string, above: string): boolean {
  return /^ {0,3}(?:=+|-{2,})\s*$/.test(line) && /^ {0,3}[^\s#>\-+*=|]/.test(above)
}

function levelOf(line: string): readonly number[] {
  const [, marks] = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line) ?? []
  return marks === undefined ? [] : [marks.length]
}
