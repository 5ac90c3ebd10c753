import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Flint } from '../cli/with-flint.ts'
import { until } from './until.ts'
import type { Clone } from './with-clones.ts'

/** Starts a sync in a process of its own, and kills it once git has so many more files there, if it has not ended before. */
export async function killSync({ folder }: Clone, flint: Flint, files: number): Promise<void> {
  const env = { FLINT_CONFIG_DIR: `${folder}.config`, FLINT_DATA_DIR: `${folder}.data` }
  const written = () => readdirSync(join(folder, '.git'), { recursive: true }).length
  const before = written()
  const child = flint.start(['sync'], { cwd: folder, env })
  const ended = once(child, 'close')
  await until('it has come far enough', () => child.exitCode !== null || written() >= before + files)
  child.kill('SIGKILL')
  await ended
}
