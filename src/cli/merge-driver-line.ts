import { driverLine } from '../git/merge-driver.ts'
import { flintProgram } from './clients/flint-server.ts'

/** The line with which git starts this flint to merge a note. */
export function mergeDriver(): string {
  return driverLine(flintProgram())
}
