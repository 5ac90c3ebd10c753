import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { tooManyFiles } from '../model/too-many-files.ts'
import { ingestFailed } from './ingest-error.ts'
import type { HtmlPage, HtmlReply, HtmlRequest } from './html-messages.ts'

export interface HtmlLimits {
  readonly timeMs: number
  readonly memoryMb: number
}

/** The process is gone, or was never there; with the signal, exit code or error that says why. */
interface Ended {
  readonly kind: 'ended'
  readonly how: string
}

const usualLimits: HtmlLimits = { timeMs: 20_000, memoryMb: 512 }

/** Title, author, date and main text of a page, read in a process of its own with limits of time and memory. */
export async function readHtml(
  request: HtmlRequest,
  { signal, limits = usualLimits }: { readonly signal: AbortSignal; readonly limits?: HtmlLimits },
): Promise<HtmlPage> {
  signal.throwIfAborted()
  const child = fork(fileURLToPath(new URL('./html-process.js', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${limits.memoryMb}`],
    // Windows starts nothing without it.
    env: { SYSTEMROOT: process.env['SYSTEMROOT'] },
    serialization: 'advanced',
  })
  // It takes no messages where it could not be started.
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw tooManyFiles(error) ?? error
  }
  let timer: NodeJS.Timeout | undefined
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  try {
    const reply = await new Promise<HtmlReply | Ended | 'late'>((settle) => {
      child.once('message', (message: HtmlReply) => {
        settle(message)
      })
      child.once('exit', (code, exitSignal) => {
        settle({ kind: 'ended', how: exitSignal ?? String(code) })
      })
      child.once('error', ({ message }) => {
        settle({ kind: 'ended', how: message })
      })
      // One that has ended takes nothing; why it has is told elsewhere.
      child.send(request, () => undefined)
      timer = setTimeout(() => {
        settle('late')
      }, limits.timeMs)
    })
    signal.throwIfAborted()
    if (reply === 'late')
      throw ingestFailed(
        'too-slow',
        `The page could not be read within ${limits.timeMs / 1_000} s.`,
        'Try again when this machine has less to do; else save the part that matters as Markdown or text and ingest that.',
      )
    if (reply.kind === 'page') return reply.page
    const cause = reply.kind === 'failed' ? reply.message : reply.how
    // V8 aborts where its heap is full; a system that has no memory left kills.
    const isFull = /^SIG(?:KILL|ABRT|TRAP)$|^134$/.test(cause)
    throw ingestFailed(
      'damaged',
      isFull ? 'The page takes more memory than one may.' : 'The page could not be read.',
      'Save the part that matters as Markdown or text and ingest that.',
      {},
      { cause },
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
