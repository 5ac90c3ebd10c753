import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { until } from '../support/until.ts'

/** Whether a program can be started here. */
export function has(program: string, option = '--version'): boolean {
  return spawnSync(program, [option]).status === 0
}

export const hasTerminal = has('tmux', '-V')

export interface Screen {
  /** Keys as tmux names them: `Enter`, `C-c`, or text. */
  readonly type: (...keys: readonly string[]) => Promise<void>
  /** What stands on the screen. */
  readonly read: () => Promise<string>
  /** Waits until the screen shows it. */
  readonly shows: (text: string | RegExp) => Promise<string>
  readonly resize: (columns: number, rows: number) => Promise<void>
}

interface ScreenOptions {
  readonly columns?: number
  readonly rows?: number
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** A program in a real terminal of its own. */
export async function withTerminal(
  command: readonly string[],
  { columns = 100, rows = 24, env, cwd }: ScreenOptions,
  use: (screen: Screen) => Promise<void>,
): Promise<void> {
  const run = promisify(execFile)
  const name = `flint-${randomUUID()}`
  const tmux = async (...args: readonly string[]) =>
    (await run('tmux', ['-L', name, '-f', '/dev/null', ...args], { env: { ...env, LC_ALL: 'C.UTF-8' } }))
      .stdout
  const words = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
  await tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, '-c', cwd, ...words, ...command)
  const read = async () => await tmux('capture-pane', '-p')
  const screen: Screen = {
    read,
    async type(...keys) {
      await tmux('send-keys', ...keys)
    },
    async resize(x, y) {
      await tmux('resize-window', '-x', `${x}`, '-y', `${y}`)
    },
    async shows(text) {
      let seen = ''
      const isShown = async () => {
        seen = await read()
        return typeof text === 'string' ? seen.includes(text) : text.test(seen)
      }
      await until(`the screen shows ${String(text)}`, isShown, { withinMs: 20_000 }).catch(
        (error: unknown) => {
          throw new Error(`${String(error)}\n${seen}`)
        },
      )
      return seen
    },
  }
  try {
    await use(screen)
  } finally {
    await tmux('kill-server').catch(() => undefined)
  }
}
