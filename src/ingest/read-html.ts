import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ingestFailed } from './ingest-error.ts'
import type { HtmlPage, HtmlReply, HtmlRequest } from './html-messages.ts'

export interface HtmlLimits {
  readonly timeMs: number
  readonly memoryMb: number
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
  let timer: NodeJS.Timeout | undefined
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  try {
    const reply = await new Promise<HtmlReply | 'late' | null>((settle) => {
      child.once('message', (message: HtmlReply) => {
        settle(message)
      })
      child.once('exit', () => {
        settle(null)
      })
      child.once('error', () => {
        settle(null)
      })
      child.send(request, (error) => {
        if (error !== null) settle(null)
      })
      timer = setTimeout(() => {
        settle('late')
      }, limits.timeMs)
    })
    signal.throwIfAborted()
    if (reply === 'late')
      throw ingestFailed(
        'too-slow',
        `The page could not be read within ${limits.timeMs / 1_000} s.`,
        'Save the part that matters as Markdown or text and ingest that.',
      )
    if (reply?.kind === 'page') return reply.page
    throw ingestFailed(
      'damaged',
      reply === null ? 'The page takes more memory than one may.' : 'The page could not be read.',
      'Save the part that matters as Markdown or text and ingest that.',
      {},
      { cause: reply?.message },
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
