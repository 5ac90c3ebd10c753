import { execFileSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Ended, Flint } from '../cli/with-flint.ts'
import { lines } from './lines.ts'
import type { Clone } from './with-clones.ts'

interface Quicker {
  /** How often the other one adds a line to `turns.md` and pushes it, each time just before the sync sends. */
  readonly times: number
  /** For the shell, once the sync has sent something at last; `$PPID` is the sync. */
  readonly then?: string
}

/** Syncs one clone in a process of its own, beside somebody who is quicker. */
export async function syncBeside(
  other: Clone,
  own: Clone,
  flint: Flint,
  { times, then = '' }: Quicker,
): Promise<Ended> {
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const programs = join(flint.folder, 'programs')
  await mkdir(programs, { recursive: true })
  const script = lines(
    '#!/bin/sh',
    'case " $* " in *" push "*)',
    `  if [ "$(wc -l < '${other.folder}/turns.md')" -lt ${times} ]; then`,
    `    cd '${other.folder}' && echo turn >> turns.md && '${git}' commit --quiet --all -m turn && '${git}' push --quiet`,
    '    cd "$OLDPWD"',
    '  else',
    `    '${git}' "$@" || exit`,
    `    ${then}`,
    '    exit 0',
    '  fi',
    'esac',
    `exec '${git}' "$@"`,
  )
  await writeFile(join(programs, 'git'), script)
  await chmod(join(programs, 'git'), 0o755)
  const env = {
    FLINT_CONFIG_DIR: `${own.folder}.config`,
    FLINT_DATA_DIR: `${own.folder}.data`,
    PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
  }
  return await flint.run(['sync'], { cwd: own.folder, env, isProcess: true })
}
