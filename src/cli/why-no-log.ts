import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../model/error-code.ts'

/** Why a log file cannot be written, which its first message would find out, if there is one; null where it can. */
export function whyNoLog(file: string): string | null {
  try {
    const whole = resolve(file)
    let there = whole
    while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
    accessSync(there, constants.W_OK)
    const isFolder = statSync(there).isDirectory()
    return isFolder === (there === whole) ? (isFolder ? 'EISDIR' : 'ENOTDIR') : null
  } catch (error) {
    return errorCode(error)
  }
}
