import { stat } from 'node:fs/promises'
import { type Finding, ok, problem } from './finding.ts'
import { errorCode, messageOf } from '../../model/error-code.ts'
import { makePrivateFolder } from '../../own-files/make-private-folder.ts'
import { writeTrial } from '../../own-files/write-trial.ts'

/** Checks a folder of flint's own: it must exist or be creatable, and have room. */
export async function checkFolder(check: string, folder: string, variable: string): Promise<Finding> {
  const another = `or set ${variable} to another folder.`
  try {
    makePrivateFolder(folder)
    if (!(await stat(folder)).isDirectory())
      return problem(check, `${folder} is no folder.`, `Move it away, ${another}`)
    writeTrial(folder, { flush: true })
    return ok(check, folder)
  } catch (error) {
    switch (errorCode(error)) {
      case 'EEXIST':
      case 'ENOTDIR':
        return problem(check, `Something else lies at ${folder}.`, `Move it away, ${another}`)
      case 'ENOSPC':
      case 'EDQUOT':
        return problem(check, `The disk of ${folder} is full.`, `Make room there, ${another}`)
      case 'EROFS':
        return problem(check, `The drive of ${folder} is read-only.`, `Mount it for writing, ${another}`)
      default:
        return problem(
          check,
          `${folder} cannot be written (${errorCode(error) || messageOf(error)}).`,
          `Give yourself the right to write there, ${another}`,
        )
    }
  }
}
