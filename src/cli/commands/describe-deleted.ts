import { z } from 'zod'
import type { Cli } from '../cli.ts'
import { oneLine } from '../plain-text.ts'
import { describeStake, stakeShape } from './describe-stake.ts'
import { countOf } from '../count-of.ts'

/** What a deletion of several notes says of them. */
export const deletedShape = {
  notes: z.array(z.object({ id: z.string(), new_path: z.string().optional() })),
  note_count: z.number(),
  ...stakeShape,
}

export function describeDeleted(
  { notes, note_count: count, ...stake }: z.output<z.ZodObject<typeof deletedShape>>,
  isPlan: boolean,
  { terminal: { paint } }: Cli,
): string {
  if (count === 0) return 'No note fits.'
  const head = `${paint('bold', countOf(count, 'note'))} ${isPlan ? 'would go' : 'went'}:`
  const lines = notes.map(
    ({ id, new_path: newPath }) =>
      `  ${oneLine(id)}${newPath === undefined ? '' : paint('dim', ` → ${oneLine(newPath)}`)}`,
  )
  return [head, ...lines, ...describeStake(stake, isPlan)].join('\n')
}
