import { createReadStream } from 'node:fs'

// Entry of the thread that watches the SQL process while a query keeps its main thread busy.

const mostBytes = 400_000_000
const lookEveryMs = 20

// The server holds the other end of standard input: it closes when the server ends, in whatever way.
createReadStream('', { fd: 0 }).on('error', end).on('close', end).resume()

setInterval(() => {
  if (process.memoryUsage.rss() > mostBytes) end()
}, lookEveryMs)

function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
