import { z } from 'zod'
import { defineTool } from '../../src/call/define-tool.ts'

/** A tool that waits until it is told to stop, or the test is over. */
export function waitingTool(name: string, readOnlyHint: boolean) {
  const signals: AbortSignal[] = []
  const end = Promise.withResolvers<undefined>()
  const tool = defineTool({
    name,
    title: 'Wait',
    toolset: 'vaults',
    description: 'Waits for the end of the test.',
    annotations: { readOnlyHint, destructiveHint: false, idempotentHint: false },
    input: z.object({}),
    output: z.object({}),
    async handler(_, { signal }) {
      signals.push(signal)
      const stopped = Promise.withResolvers<undefined>()
      signal.addEventListener('abort', () => {
        stopped.resolve(undefined)
      })
      await Promise.race([end.promise, stopped.promise])
      return {}
    },
  })
  const endAll = () => {
    end.resolve(undefined)
  }
  return { tool, signals, end: endAll }
}
