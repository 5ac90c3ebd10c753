// Loaded into the server before anything else (`node --import`): measures how long its event loop was blocked. On
// SIGUSR2 it writes the longest block in milliseconds since the last time to the file named by BENCH_LOOP_FILE.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const file = process.env.BENCH_LOOP_FILE
  const resolution = 1
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let round = 0
  process.on('SIGUSR2', () => {
    // The timer itself is due every `resolution`: what is beyond it is delay.
    writeFileSync(`${file}.new`, JSON.stringify({ round: ++round, longest: delay.max / 1e6 - resolution }))
    renameSync(`${file}.new`, file)
    delay.reset()
  })
}
