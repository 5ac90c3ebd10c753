import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))

/** A command of a page and the lines that it shows below it. */
export interface ShownCommand {
  readonly line: number
  readonly command: string
  readonly output: readonly string[]
}

/**
 * The commands of the fenced blocks of a page that show them with `$ ` and flint among them. A block that calls none
 * of ours, such as one that clones a repository, is for reading only.
 */
export function findCommands(page: string): readonly ShownCommand[] {
  const lines = page.split('\n')
  const fences = lines.flatMap((text, index) => (/^\s*```/.test(text) ? [index] : []))
  return fences.flatMap((start, index) => {
    // Fences come in pairs; what lies between a pair and the next one is prose.
    if (index % 2 === 1) return []
    const commands = commandsIn(lines.slice(start + 1, fences[index + 1]), start + 2)
    return commands.some(({ command }) => /\bflint(-note)?\b/.test(command)) ? commands : []
  })
}

function commandsIn(block: readonly string[], firstLine: number): readonly ShownCommand[] {
  const starts = block.flatMap((text, index) => (text.startsWith('$ ') ? [index] : []))
  return starts.map((start, index) => ({
    line: firstLine + start,
    command: (block[start] ?? '').slice(2),
    output: block.slice(start + 1, starts[index + 1]),
  }))
}

export interface CommandResult {
  readonly output: string
  readonly failed: boolean
}

/** Runs commands of a page one after the other as somebody new would: in an empty home, with flint on the path. */
export async function commandRunner(home: string): Promise<(command: string) => Promise<CommandResult>> {
  const bin = join(home, '.bin')
  await mkdir(bin)
  for (const name of ['flint', 'flint-note']) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
    await chmod(join(bin, name), 0o755)
  }
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    FLINT_CONFIG_DIR: join(home, '.flint/config'),
    FLINT_DATA_DIR: join(home, '.flint/data'),
    NO_COLOR: '1',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
  }
  return (command) =>
    new Promise((resolve) => {
      execFile(
        '/bin/sh',
        ['-c', `{ ${command}\n} 2>&1`],
        { cwd: home, env, timeout: 60_000 },
        (error, output) => {
          resolve({ output, failed: error !== null })
        },
      )
    })
}

/** Whether the output is what the page shows. `…` stands for anything; a line of only `…` for any lines. */
export function matches({ output: shown }: ShownCommand, { output, failed }: CommandResult): boolean {
  const wanted = trimmed(shown.join('\n'))
  if (wanted === '') return !failed
  const pattern = wanted.split('…').map(escaped).join('[^]*?')
  return new RegExp(`^${pattern}$`).test(trimmed(output))
}

function trimmed(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trim()
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
