import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commandList } from '../../src/cli/command-list.ts'
import { completionScript, type Shell } from '../../src/cli/completions/completion-script.ts'
import { addTwoVaults, mainFile, twoFolders, withFlint } from './with-flint.ts'

function has(shell: Shell): boolean {
  return spawnSync(shell, ['--version']).status === 0
}

test.skipIf(!has('bash'))('bash completes commands, options, choices, vaults and tools', () =>
  withFlint(twoFolders, async (flint) => {
    await addTwoVaults(flint)
    const { stdout: script } = await flint.run(['completions', 'bash'])
    const test = [
      'set -eu',
      `flint() { '${process.execPath}' '${mainFile}' "$@"; }`,
      script,
      'complete_words() { COMP_WORDS=(flint "$@"); COMP_CWORD=$#; COMPREPLY=(); _flint; echo "$* => ${COMPREPLY[*]:-}"; }',
      'complete_words sea',
      "complete_words delete ''",
      'complete_words delete note --mo',
      "complete_words delete note --mode ''",
      "complete_words switch ''",
      'complete_words --vault tours sea',
      'complete_words search x --vault id',
      'complete_words call get_back',
      'complete_words config print --client claude-',
      'complete_words serve --toolsets co',
      'complete_words help exit',
      'complete -p flint flint-note',
    ].join('\n')
    const file = join(flint.folder, 'completions.bash')
    await writeFile(file, test)
    expect(spawnSync('bash', ['-n', file]).status).toBe(0)
    const { stdout } = await promisify(execFile)('bash', [file], { env: flint.env })
    expect(stdout.trim().split('\n')).toEqual([
      'sea => search',
      'delete  => note notes note-type',
      'delete note --mo => --mode',
      'delete note --mode  => archive trash permanent',
      'switch  => ideas tours',
      '--vault tours sea => search',
      'search x --vault id => ideas',
      'call get_back => get_backlinks',
      'config print --client claude- => claude-code claude-desktop',
      'serve --toolsets co => core',
      'help exit => exit-codes',
      'complete -F _flint flint',
      'complete -F _flint flint-note',
    ])
  }),
)

test.each(['zsh', 'fish'] as const)(
  'the script for %s is understood by it, where it is installed',
  async (shell) => {
    const script = completionScript(shell, commandList)
    for (const { name, isHidden } of commandList) {
      if (isHidden !== true) expect(script).toContain(name.split(' ').at(-1))
    }
    expect(script).toMatchSnapshot()
    if (!has(shell)) return
    await withFlint({}, async ({ folder }) => {
      const file = join(folder, `completions.${shell}`)
      await writeFile(file, script)
      expect(spawnSync(shell, ['-n', file]).status).toBe(0)
    })
  },
)
