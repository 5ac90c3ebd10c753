import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { lines } from '../support/lines.ts'
import { withTwo } from '../support/with-clones.ts'

const files = { 'a.md': '# A\n' }

test('whoever is overtaken again and again merges again, and sends it in the end', () =>
  withTwo(files, async (ada, bob, flint) => {
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const programs = join(flint.folder, 'programs')
    await mkdir(programs)
    // Ada is quicker ten times, just before Bob sends.
    const script = lines(
      '#!/bin/sh',
      'case " $* " in *" push "*)',
      `  if [ "$(wc -l < '${ada.folder}/turns.md')" -lt 10 ]; then`,
      `    cd '${ada.folder}' && echo turn >> turns.md && '${git}' commit --quiet --all -m turn && '${git}' push --quiet`,
      '    cd "$OLDPWD"',
      '  fi',
      'esac',
      `exec '${git}' "$@"`,
    )
    await writeFile(join(programs, 'git'), script)
    await chmod(join(programs, 'git'), 0o755)
    await ada.send({ 'turns.md': '' })
    await bob.write('b.md', '# B\n')
    const env = {
      FLINT_CONFIG_DIR: `${bob.folder}.config`,
      FLINT_DATA_DIR: `${bob.folder}.data`,
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
    }
    const { code, stdout } = await flint.run(['sync'], { cwd: bob.folder, env, isProcess: true })
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('Sent to origin.') })
    expect(await bob.read('turns.md')).toBe('turn\n'.repeat(10))
    await ada.flint('sync')
    expect(await ada.read('b.md')).toBe('# B\n')
  }))

test('a lock that a git has left over there is told from being overtaken', () =>
  withTwo(files, async (_ada, bob, { folder }) => {
    const lock = join(folder, 'hub.git/refs/heads/main.lock')
    await writeFile(lock, '')
    await bob.write('b.md', '# B\n')
    const { code, stderr } = await bob.flint('sync')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('holds a lock') })
    expect(stderr).toMatch(/remove the lock over there: .*refs\/heads\/main\.lock\n/)
    expect(await readFile(lock, 'utf8')).toBe('')
    await rm(lock)
    expect((await bob.flint('sync')).stdout).toContain('Sent to origin.')
  }))
