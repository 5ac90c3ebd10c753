import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { type Position, showProgress } from '../show-progress.ts'

const input = z.object({ from: z.string().min(1).optional() })

/** `flint models pull ID`, with a progress bar in megabytes on a terminal. */
export async function modelsPull(given: Given<'models pull'>, cli: Cli): Promise<Outcome> {
  const { id } = given
  const { from } = input.parse(given)
  const shelf = await (await cli.app()).models()
  let position: Position = { done: 0, total: 0 }
  const work = shelf.pull({
    id,
    from,
    signal: cli.signal,
    onProgress: (done, total) => {
      position = { done: toMegabytes(done), total: toMegabytes(total) }
    },
  })
  const isNew = await showProgress(work, {
    stderr: cli.bars,
    title: `Downloading ${id} (MB)`,
    position: () => position,
  })
  const name = cli.terminal.paint('bold', id)
  return {
    data: { id, downloaded: isNew, folder: shelf.folder },
    text: `${name} ${isNew ? 'is here' : 'was here already'}. Use it with flint models use ${id}.`,
  }
}

function toMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}
