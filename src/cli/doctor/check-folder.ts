import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { type Finding, ok, problem, reasonOf } from './finding.ts'

/** A folder of flint's own: it must be there or be makeable, and writable. */
export async function checkFolder(check: string, folder: string, variable: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK)
    return ok(check, folder)
  } catch (error) {
    return problem(
      check,
      `${folder} cannot be written: ${reasonOf(error)}`,
      `Give yourself the right to write there, or set ${variable} to another folder.`,
    )
  }
}
