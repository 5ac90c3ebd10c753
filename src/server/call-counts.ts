import { callTool, type ToolResult } from '../call/call-tool.ts'
import type { CallContext } from '../call/tool-context.ts'
import type { Tool } from '../call/tool.ts'
import type { Metric, Sample } from './write-metrics.ts'

interface ToolCounts {
  /** Calls that took no longer than each of `bounds`. */
  readonly buckets: number[]
  seconds: number
  readonly outcomes: Map<string, number>
}

/** In seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** How many calls there were of each tool, what became of them and how long they took. */
export class CallCounts {
  readonly #tools = new Map<string, ToolCounts>()
  #underWay = 0

  /** `callTool`, counted. */
  readonly call = async (
    tools: readonly Tool[],
    name: string,
    args: object,
    context: CallContext,
  ): Promise<ToolResult> => {
    const began = performance.now()
    this.#underWay += 1
    try {
      const result = await callTool(tools, name, args, context)
      this.#count(name, outcomeOf(result), (performance.now() - began) / 1_000)
      return result
    } finally {
      this.#underWay -= 1
    }
  }

  readonly measure = (): readonly Metric[] => {
    const all = [...this.#tools]
    return [
      {
        name: 'calls_total',
        kind: 'counter',
        help: 'Calls of tools by outcome: ok, or the code of the error.',
        samples: all.flatMap(([tool, { outcomes }]) =>
          [...outcomes].map(([outcome, value]) => ({ value, labels: { tool, outcome } })),
        ),
      },
      {
        name: 'call_seconds',
        kind: 'histogram',
        help: 'How long calls of tools took.',
        samples: all.flatMap(([tool, counts]) => histogram(tool, counts)),
      },
      {
        name: 'calls_under_way',
        kind: 'gauge',
        help: 'Calls of tools that have no answer yet.',
        samples: [{ value: this.#underWay }],
      },
    ]
  }

  #count(tool: string, outcome: string, seconds: number): void {
    const found = this.#tools.get(tool)
    const counts = found ?? { buckets: bounds.map(() => 0), seconds: 0, outcomes: new Map<string, number>() }
    if (found === undefined) this.#tools.set(tool, counts)
    counts.seconds += seconds
    counts.outcomes.set(outcome, (counts.outcomes.get(outcome) ?? 0) + 1)
    for (const [index, bound] of bounds.entries())
      if (seconds <= bound) counts.buckets[index] = (counts.buckets[index] ?? 0) + 1
  }
}

function outcomeOf({ isError, structuredContent: { error } }: ToolResult): string {
  if (!isError) return 'ok'
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'error'
}

function histogram(tool: string, { buckets, seconds, outcomes }: ToolCounts): readonly Sample[] {
  const count = [...outcomes.values()].reduce((sum, value) => sum + value, 0)
  return [
    ...bounds.map((bound, index) => ({
      value: buckets[index] ?? 0,
      labels: { tool, le: String(bound) },
      suffix: '_bucket',
    })),
    { value: count, labels: { tool, le: '+Inf' }, suffix: '_bucket' },
    { value: seconds, labels: { tool }, suffix: '_sum' },
    { value: count, labels: { tool }, suffix: '_count' },
  ]
}
