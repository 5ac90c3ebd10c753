import { setImmediate as nextTurn } from 'node:timers/promises'

/** Whether a promise has settled by now. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false
  const settle = () => {
    isDone = true
  }
  promise.then(settle, settle)
  await nextTurn()
  return isDone
}
