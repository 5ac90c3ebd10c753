import { parentPort } from 'node:worker_threads'
import { toFailure, type JobAnswer, type JobOrder } from './job-messages.ts'
import { textJobs, type JobName } from './text-jobs.ts'

// Entry of the thread that works on texts which are too long for the one that answers.
parentPort?.on('message', (order: JobOrder) => {
  order.port.postMessage(answer(order))
})

function answer<Name extends JobName>({ name, text, given }: JobOrder<Name>): JobAnswer<Name> {
  try {
    return { kind: 'done', result: textJobs[name](text, given) }
  } catch (error) {
    return toFailure(error)
  }
}
