import { resolve } from 'node:path'
import { z } from 'zod'
import { mergeFiles } from '../../git/merge-files.ts'
import type { Cli } from '../cli.ts'
import type { Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

const input = z.object({
  base: z.string(),
  ours: z.string(),
  theirs: z.string(),
  path: z.string().optional(),
  markerSize: z.number().int().min(1).max(100).default(7),
})

/** `flint merge`: a merge driver of git's, which ends with 1 where there is a conflict. */
export async function merge(given: unknown, cli: Cli): Promise<Outcome> {
  const { base, ours, theirs, path = ours, markerSize } = input.parse(given)
  const conflicts = await mergeFiles({
    base: resolve(cli.cwd, base),
    ours: resolve(cli.cwd, ours),
    theirs: resolve(cli.cwd, theirs),
    path,
    marks: { ours: 'ours', theirs: 'theirs', size: markerSize },
  })
  return { data: { conflicts }, text: '', ...(conflicts > 0 && { exitCode: exitCodes.failure }) }
}
