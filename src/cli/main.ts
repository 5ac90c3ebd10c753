import { runCli } from './run-cli.ts'

const { argv, env, stdin, stdout, stderr } = process

// Whoever reads our output may stop early: `flint list | head -1`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode)
})

void main()

async function main(): Promise<void> {
  process.exitCode = await runCli({
    argv: argv.slice(2),
    env,
    cwd: process.cwd(),
    streams: { stdin, stdout, stderr },
    interruption,
  })
  // All of it is out before anything that still lives (a thread, a timer) is ended with the process.
  await new Promise((resolve) => stdout.write('', resolve))
  setTimeout(() => process.exit(), 200).unref()
}

/** Aborts at the first Ctrl-C; the second one ends the process at once, as it does without us. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => {
    controller.abort()
  })
  return controller.signal
}
