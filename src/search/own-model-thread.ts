import { parentPort, workerData } from 'node:worker_threads'
import { openIndexForReading } from '../index-db/open-index.ts'
import { makeOwnModel } from './make-own-model.ts'
import type { OwnModelReply } from './own-model-maker.ts'
import { messageOf } from '../model/error-code.ts'

// Entry of the thread that makes a vault's own model: seconds of work, which nobody waits for.
const steps = makeOwnModel(openIndexForReading(String(workerData)))

parentPort?.on('message', () => {
  try {
    const next = steps.next()
    reply(next.done === true ? { kind: 'end' } : { kind: 'step', step: next.value })
  } catch (error) {
    reply({ kind: 'failed', message: messageOf(error) })
  }
})

function reply(message: OwnModelReply): void {
  parentPort?.postMessage(message)
}
