import type { Writable } from 'node:stream'

export interface Position {
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  /** What is being done, instead of the title. */
  readonly step?: string | undefined
}

export interface ProgressOptions {
  /** A terminal; null shows nothing. */
  readonly stderr: Writable | null
  readonly title: string
  readonly position: () => Position
  /** Whether something else is on the terminal just now. */
  readonly isPaused?: () => boolean
}

// Short work needs no bar, and one that flickers is worse than none.
const showAfterMs = 400
const redrawMs = 100
const clearLine = '\r\u001b[K'
const barWidth = 30

/** Waits for work, with a bar on the terminal if it takes long. */
export async function showProgress<Result>(
  work: Promise<Result>,
  { stderr, title, position, isPaused = () => false }: ProgressOptions,
): Promise<Result> {
  if (stderr === null) return await work
  const start = performance.now()
  const shown = { isThere: false }
  const timer = setInterval(() => {
    const elapsed = performance.now() - start
    if (elapsed < showAfterMs || isPaused()) return
    shown.isThere = true
    stderr.write(`${clearLine}${drawBar(title, position(), elapsed)}`)
  }, redrawMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (shown.isThere) stderr.write(clearLine)
  }
}

/** `Indexing Work [#########---------------------] 300 of 1000, 12 s left` */
export function drawBar(title: string, { done, total, step = title }: Position, elapsedMs = 0): string {
  if (total === 0) return `${step} …`
  const filled = Math.min(barWidth, Math.floor((done / total) * barWidth))
  return `${step} [${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] ${done} of ${total}${timeLeft(done / total, elapsedMs)}`
}

/** Nothing before it can be told. */
function timeLeft(share: number, elapsedMs: number): string {
  if (elapsedMs < 2_000 || share <= 0.02 || share >= 1) return ''
  const seconds = Math.ceil((elapsedMs / share - elapsedMs) / 1_000)
  return seconds < 100 ? `, ${seconds} s left` : `, ${Math.ceil(seconds / 60)} min left`
}
