import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { tooManyFiles } from '../model/too-many-files.ts'
import type { VaultError } from '../model/vault-error.ts'
import type { DocumentDraft } from '../model/document-draft.ts'
import { pdfFailure } from './pdf-failure.ts'
import { listLimits, usualLimits, type PdfLimits } from './pdf-limits.ts'
import { pdfReply, type PdfReply } from './pdf-messages.ts'

export interface PdfOptions {
  readonly signal?: AbortSignal | undefined
  readonly onPage?: ((done: number, total: number) => void) | undefined
  readonly limits?: Partial<PdfLimits> | undefined
}

/**
 * Reads a PDF in a process of its own. INGEST_FAILED with a `reason` where that gives no text; the signal's reason where it
 * is aborted. No process is left when this settles.
 */
export async function readPdf(
  pdf: Uint8Array,
  { signal, onPage, limits: given }: PdfOptions = {},
): Promise<DocumentDraft> {
  signal?.throwIfAborted()
  const limits = { ...usualLimits, ...given }
  const bytes = pdf.byteLength
  if (bytes > limits.bytes)
    throw pdfFailure('too_big', {
      detail: `It has ${bytes} bytes, of ${limits.bytes} at most.`,
      bytes,
      most_bytes: limits.bytes,
    })
  const child = start(limits)
  const gone = exitOf(child)
  const kill = () => void child.kill('SIGKILL')
  const over = new AbortController()
  const timer = setTimeout(() => {
    over.abort()
    kill()
  }, limits.timeMs)
  signal?.addEventListener('abort', kill)
  try {
    if (signal?.aborted === true) kill()
    const answer = answerOf(child, onPage)
    // A process that has ended takes nothing more; why it has ended is told elsewhere.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(pdf)
    const reply = await Promise.race([answer, gone])
    signal?.throwIfAborted()
    if ('ended' in reply)
      throw over.signal.aborted ? timeOver(limits) : (tooManyFiles(reply.error) ?? whyEnded(reply.ended))
    if (reply.kind === 'done') return reply.draft
    const { reason, detail, facts } = reply
    throw pdfFailure(reason, detail === undefined ? facts : { ...facts, detail })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', kill)
    kill()
    await gone
  }
}

function start(limits: PdfLimits): ChildProcess {
  const entry = fileURLToPath(new URL('./pdf-process.js', import.meta.url))
  return fork(entry, listLimits(limits), {
    // Its prints are dropped: our own standard output belongs to the protocol.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${Math.ceil(limits.memory / 2 / 1_048_576)}`],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
}

interface Ended {
  /** What the system says: a signal's name or an exit code. */
  readonly ended: string
  readonly error?: Error
}

function exitOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ ended: signal ?? String(code) })
    })
    child.once('error', (error) => {
      resolve({ ended: error.message, error })
    })
  })
}

function answerOf(
  child: ChildProcess,
  onPage: PdfOptions['onPage'],
): Promise<Exclude<PdfReply, { kind: 'page' }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const { data, error } = pdfReply.safeParse(message)
      if (data === undefined) reject(error)
      else if (data.kind === 'page') onPage?.(data.done, data.total)
      else resolve(data)
    })
  })
}

function timeOver({ timeMs }: PdfLimits): VaultError {
  return pdfFailure('timeout', {
    detail: `It was not done after ${timeMs / 1_000} s.`,
    time_limit_ms: timeMs,
  })
}

function whyEnded(how: string): VaultError {
  // Its watchdog kills it; V8 aborts where its heap is full.
  return /^SIG(?:KILL|ABRT|TRAP)$|^134$/.test(how)
    ? pdfFailure('too_big', { detail: 'Reading it took more memory than it may, and was stopped.' })
    : pdfFailure('damaged', { detail: 'Reading it ended before its time.' })
}
