import { setTimeout as delay } from 'node:timers/promises'
import type { CallContext } from '../call/tool-context.ts'
import type { Asked } from '../call/question.ts'

// A person who has approved sees the agent go on at once.
const lookEveryMs = 40

/**
 * Resolves when the owner has answered a question on the page or in a terminal, in whichever process; or with the signal,
 * which must come in the end.
 */
export async function answeredElsewhere(
  questions: CallContext['questions'],
  asked: Asked,
  signal: AbortSignal,
): Promise<void> {
  const book = await questions?.().catch(() => undefined)
  while (!signal.aborted && (await book?.isAnswered(asked)) !== true) {
    await (book === undefined ? ended(signal) : delay(lookEveryMs))
  }
}

async function ended(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve()
    })
  })
}
