import { Worker } from 'node:worker_threads'
import type { OwnStep } from '../index-db/own-model-rows.ts'

export type OwnModelReply =
  | { readonly kind: 'step'; readonly step: OwnStep }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string }

/**
 * Makes a vault's own model in a thread that ends with it: what is to be stored, step by step. The thread does the next
 * step when it is asked for.
 */
export async function* makeInThread(indexFile: string): AsyncGenerator<OwnStep> {
  const worker = new Worker(new URL('./own-model-thread.js', import.meta.url), {
    workerData: indexFile,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  // A process that has nothing else to do need not wait for it.
  worker.unref()
  let waiting: PromiseWithResolvers<OwnModelReply> | null = null
  worker.on('message', (reply: OwnModelReply) => waiting?.resolve(reply))
  const end = () => waiting?.reject(new Error("The thread that makes the vault's own model has ended."))
  worker.on('error', end)
  worker.on('exit', end)
  const next = async (): Promise<OwnModelReply> => {
    waiting = Promise.withResolvers()
    worker.postMessage('next')
    return await waiting.promise
  }
  try {
    for (let reply = await next(); reply.kind !== 'end'; reply = await next()) {
      if (reply.kind === 'failed') throw new Error(reply.message)
      yield reply.step
    }
  } finally {
    await worker.terminate()
  }
}
