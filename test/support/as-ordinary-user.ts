import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs the work as somebody to whom file permissions apply: as root, which may write everywhere, the process borrows
 * another user's rights meanwhile.
 */
export async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  const { getuid, seteuid } = process
  if (getuid === undefined || seteuid === undefined || getuid() !== 0) return await work()
  seteuid(nobody)
  try {
    return await work()
  } finally {
    seteuid(0)
  }
}

/** Lets everybody use what flint keeps in a folder for its user alone: in a test that other user is meant. */
export function openToAll(folder: string): void {
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chmodSync(join(folder, path), lstatSync(join(folder, path)).isDirectory() ? 0o777 : 0o666)
}

const nobody = 65_534
