import type { Writable } from 'node:stream'

export interface Position {
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
}

export interface ProgressOptions {
  /** A terminal; null shows nothing. */
  readonly stderr: Writable | null
  readonly title: string
  readonly position: () => Position
}

// Short work needs no bar, and one that flickers is worse than none.
const showAfterMs = 400
const redrawMs = 100
const clearLine = '\r\u001b[K'
const barWidth = 30

/** Waits for work, with a bar on the terminal if it takes long. */
export async function showProgress<Result>(
  work: Promise<Result>,
  { stderr, title, position }: ProgressOptions,
): Promise<Result> {
  if (stderr === null) return await work
  const start = performance.now()
  const timer = setInterval(() => {
    if (performance.now() - start >= showAfterMs) stderr.write(`${clearLine}${drawBar(title, position())}`)
  }, redrawMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (performance.now() - start >= showAfterMs) stderr.write(clearLine)
  }
}

/** `Indexing Work [#########---------------------] 300 of 1000` */
export function drawBar(title: string, { done, total }: Position): string {
  if (total === 0) return `${title} …`
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth))
  return `${title} [${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${done} of ${total}`
}
