import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, ok, problem } from './finding.ts'
import { errorCode, messageOf } from '../../model/error-code.ts'

/** Checks a folder of flint's own: it must exist or be creatable, and have room. */
export async function checkFolder(check: string, folder: string, variable: string): Promise<Finding> {
  const another = `or set ${variable} to another folder.`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (!(await stat(folder)).isDirectory())
      return problem(check, `${folder} is no folder.`, `Move it away, ${another}`)
    await writeSomething(folder)
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

// A smaller file may fit on a full disk, in what the file system reserves.
const trialBytes = 256_000

/** Only writing shows whether there is room. */
async function writeSomething(folder: string): Promise<void> {
  const file = join(folder, `.doctor-${randomUUID()}`)
  try {
    await writeFile(file, Buffer.alloc(trialBytes, 1), { flag: 'wx', mode: 0o600, flush: true })
  } finally {
    await rm(file, { force: true })
  }
}
