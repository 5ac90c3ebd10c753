import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { mergeFiles } from '../../git/merge-files.ts'
import { fromWorkingFolder } from '../../registry/config-folder.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { Cli } from '../cli.ts'
import type { Given, Outcome } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

const limits = z.object({ markerSize: z.number().int().min(1).max(100).default(7) })

/** `flint merge`: a merge driver of git's, which ends with 1 where there is a conflict. */
export async function merge(given: Given<'merge'>, cli: Cli): Promise<Outcome> {
  const { base, ours, theirs, path = ours } = given
  const { markerSize } = limits.parse(given)
  const conflicts = await mergeFiles({
    base: await findFile(base, cli),
    ours: await findFile(ours, cli),
    theirs: await findFile(theirs, cli),
    path,
    marks: { ours: 'ours', theirs: 'theirs', size: markerSize },
  })
  return { data: { conflicts }, text: '', ...(conflicts > 0 && { exitCode: exitCodes.failure }) }
}

/** Nothing else than a file is read: a device has no end. */
async function findFile(name: string, { cwd }: Cli): Promise<string> {
  const file = fromWorkingFolder(cwd, name)
  const stats = await stat(file).catch(() => null)
  const hint = 'Name three files: BASE OURS THEIRS.'
  if (stats === null) throw new VaultError('NOT_FOUND', `There is no file ${name}.`, { hint })
  if (!stats.isFile()) throw new VaultError('INVALID_ARGUMENT', `${name} is no file.`, { hint })
  return file
}
