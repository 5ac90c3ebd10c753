import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import {
  readThreadOptions,
  type ThreadOptions,
  type ThreadReply,
  type ThreadRequest,
} from './embed-messages.ts'
import { EmbedderFailure } from '../model/embedder-failure.ts'
import { givenToThread } from '../runtime/native-thread.ts'
import { EmbedJob } from './embed-job.ts'
import { type ModelRunner, openModelRunner } from './model-runner.ts'
import { openTokenReader, type TokenReader } from './token-reader.ts'
import { openUseLite } from './use-lite-runner.ts'

type EmbedRequest = Extract<ThreadRequest, { kind: 'embed' }>

/** The thread that runs a model, one batch after the other. Queries go before passages that are being indexed. */
class EmbedThread {
  readonly #queries: EmbedRequest[] = []
  readonly #passages: EmbedRequest[] = []
  readonly #options: ThreadOptions
  #loading: Promise<{ readonly read: TokenReader; readonly runner: ModelRunner }> | null = null
  #isBusy = false
  #isClosing = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  receive(request: ThreadRequest): void {
    if (request.kind === 'close') this.#isClosing = true
    else (request.textKind === 'query' ? this.#queries : this.#passages).push(request)
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (;;) {
      await this.#answerQueries()
      const request = this.#passages.shift()
      if (request === undefined || this.#isClosing) break
      await this.#answer(request, () => this.#answerQueries())
    }
    this.#isBusy = false
    if (!this.#isClosing) return
    const loaded = await this.#loading?.catch(() => null)
    await loaded?.runner.close()
    parentPort?.close()
  }

  async #answerQueries(): Promise<void> {
    await nextTurn()
    for (let request = this.#queries.shift(); request !== undefined; request = this.#queries.shift())
      await this.#answer(request, () => Promise.resolve())
  }

  async #answer({ id, texts, textKind }: EmbedRequest, between: () => Promise<void>): Promise<void> {
    const { model } = this.#options
    let isLoaded = false
    try {
      this.#loading ??= load(this.#options)
      const { read, runner } = await this.#loading
      isLoaded = true
      const prompt = textKind === 'query' ? model.queryPrompt : model.passagePrompt
      const job = await EmbedJob.begin(texts, (text) => read(prompt + text))
      for (let batch = job.nextBatch(); batch !== null && !this.#isClosing; batch = job.nextBatch()) {
        job.add(await runner.run(batch))
        await between()
      }
      if (this.#isClosing) return
      const vectors = job.vectors(model.dimensions)
      parentPort?.postMessage({ kind: 'vectors', id, vectors } satisfies ThreadReply, [vectors.buffer])
    } catch (error) {
      const { reason, hint } = toFailure(error, this.#options)
      parentPort?.postMessage({ kind: 'failed', id, isFatal: !isLoaded, reason, hint } satisfies ThreadReply)
    }
  }
}

async function load(
  options: ThreadOptions,
): Promise<{ readonly read: TokenReader; readonly runner: ModelRunner }> {
  const { file, sha256, model, tokenizer } = options
  // A corrupt file could crash the runtime and with it the whole process.
  if (sha256 !== null && (await hashFile(file)) !== sha256) throw damaged(options)
  const read = await openTokenReader(options)
  return {
    read,
    runner:
      tokenizer.kind === 'use-lite'
        ? await openUseLite(file)
        : await openModelRunner(file, model, tokenizer.padId),
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function toFailure(error: unknown, options: ThreadOptions): EmbedderFailure {
  return error instanceof EmbedderFailure ? error : damaged(options, error)
}

function damaged({ model, tokenizer, sha256 }: ThreadOptions, cause?: unknown): EmbedderFailure {
  const why = cause instanceof Error ? ` (${cause.message.split('\n')[0]?.slice(0, 200) ?? ''})` : ''
  // The right hash of files in a user's own folder is not known.
  const isOwn = sha256 === null
  const again = isOwn ? 'Put its files right.' : ({ kind: 'get-model-again', id: model.id } as const)
  return new EmbedderFailure(
    `The files of the model ${model.name} are damaged or incomplete${why}.`,
    tokenizer.kind === 'use-lite'
      ? 'Install flint-note again, or run npm run build in a clone of it.'
      : [again, { kind: 'list-models', to: 'choose another one' }],
    cause,
  )
}

const thread = new EmbedThread(readThreadOptions(givenToThread()))
parentPort?.on('message', (request: ThreadRequest) => {
  thread.receive(request)
})
