import { structuredPatch } from 'diff/lib/patch/create.js'

export interface DiffOptions {
  /** Stands in the head of the diff. */
  readonly path: string
  /** Most characters of the answer. */
  readonly maxChars?: number
}

/**
 * What changed from one text to another, as a unified diff that stays short and is found quickly: long lines are cut,
 * lines beyond the limit are counted, and texts too different to compare are summed up. Empty for equal texts.
 */
export function unifiedDiff(before: string, after: string, { path, maxChars = 4000 }: DiffOptions): string {
  if (before === after) return ''
  const patch = structuredPatch(path, path, before, after, undefined, undefined, {
    context: 3,
    maxEditLength: 2000,
    timeout: 1000,
  })
  const head = [`--- ${path}`, `+++ ${path}`]
  const body =
    patch === undefined
      ? [summarize(before, after)]
      : patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
          `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
          ...lines.map(shorten),
        ])
  return limit([...head, ...body], maxChars)
}

function limit(lines: readonly string[], maxChars: number): string {
  // The sentence about what is left out has its place within the limit.
  const room = maxChars - 40
  let length = 0
  const shown = lines.findIndex((line) => (length += line.length + 1) > room)
  if (shown === -1) return lines.join('\n')
  return [...lines.slice(0, shown), `… ${lines.length - shown} more lines not shown`].join('\n')
}

const longestLine = 400

function shorten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  return text.length <= longestLine
    ? text
    : `${text.slice(0, longestLine)}… (${text.length - longestLine} more)`
}

function summarize(before: string, after: string): string {
  const old = before.split('\n')
  const next = after.split('\n')
  let head = 0
  while (head < old.length && head < next.length && old[head] === next[head]) head += 1
  let tail = 0
  const most = Math.min(old.length, next.length) - head
  while (tail < most && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1
  const removed = old.length - head - tail
  const added = next.length - head - tail
  return `@@ from line ${head + 1}: ${removed} lines replaced by ${added}; too many to show @@`
}
