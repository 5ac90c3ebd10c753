import { z } from 'zod'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { consentOptions, deleteWithConsent } from '../delete-with-consent.ts'
import { oneLine } from '../plain-text.ts'
import { describeStake, stakeShape } from './describe-stake.ts'

const input = z.object({
  path: z.string(),
  mode: z.string().optional(),
  reason: z.string().optional(),
  ...consentOptions,
})

const shape = z.object({
  id: z.string(),
  mode: z.string(),
  new_path: z.string().optional(),
  ...stakeShape,
})

/** `flint delete note PATH` */
export async function deleteNote(given: unknown, cli: Cli): Promise<Outcome> {
  const { path, mode, reason, ...consent } = input.parse(given)
  const args = {
    identifier: path,
    ...(mode !== undefined && { mode }),
    ...(reason !== undefined && { reason }),
  }
  const { paint } = cli.terminal
  return await deleteWithConsent(
    {
      tool: 'delete_note',
      args,
      shape,
      describe: ({ id, mode, new_path: newPath, ...stake }, isPlan) => {
        const note = paint('bold', oneLine(id))
        const verb = isPlan ? 'would be' : 'was'
        const what =
          mode === 'permanent'
            ? `${note} ${verb} removed, after a backup.`
            : `${note} ${verb} moved to ${newPath ?? `the ${mode}`}.`
        return [what, ...describeStake(stake, isPlan)].join('\n')
      },
      question: ({ id, mode }) =>
        mode === 'permanent' ? `Remove ${oneLine(id)} for good?` : `Move ${oneLine(id)} away?`,
    },
    consent,
    cli,
  )
}
