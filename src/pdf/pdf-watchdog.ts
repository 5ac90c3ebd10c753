import { parseLimits } from './pdf-limits.ts'
import { hasCode } from '../model/error-code.ts'

// Entry of the thread that ends the process that reads a PDF, when that takes too much or its parent is gone.

const { timeMs, memory } = parseLimits(process.argv.slice(2))
const lookEveryMs = 50
const parent = process.ppid
// The waiting parent kills first; this is for a parent that no longer can.
const end = Date.now() + timeMs + 1_000

setInterval(() => {
  const isTooBig = process.memoryUsage.rss() > memory
  if (isTooBig || isAlone() || Date.now() > end) process.kill(process.pid, 'SIGKILL')
}, lookEveryMs)

/** Windows goes on naming a parent that is gone. */
function isAlone(): boolean {
  if (process.ppid !== parent) return true
  try {
    return !process.kill(parent, 0)
  } catch (error) {
    return hasCode(error, 'ESRCH')
  }
}
