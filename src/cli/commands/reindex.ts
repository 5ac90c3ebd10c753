import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { type Position, showProgress } from '../progress-bar.ts'
import { countOf } from '../count-of.ts'

const shape = z.object({
  vault: z.object({ id: z.string() }),
  notes_indexed: z.number(),
  duration_seconds: z.number(),
})

/** `flint reindex`, with a bar where somebody looks on. */
export async function reindex(_given: unknown, cli: Cli): Promise<Outcome> {
  let position: Position = { done: 0, total: 0 }
  const work = cli.call(
    'reindex_vault',
    { confirm: true },
    {
      progress: (done, total = 0) => {
        position = { done, total }
      },
    },
  )
  const { isJson, terminal, streams } = cli
  const data = await showProgress(work, {
    stderr: terminal.canAsk && !isJson ? streams.stderr : null,
    title: 'Indexing',
    position: () => position,
  })
  const { vault, notes_indexed: notes, duration_seconds: seconds } = shape.parse(data)
  return {
    data,
    text: `Indexed ${countOf(notes, 'note')} of ${terminal.paint('bold', vault.id)} in ${seconds} s.`,
  }
}
