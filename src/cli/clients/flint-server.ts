import { fileURLToPath } from 'node:url'

/** How a client reaches flint: a program that it starts, or a running server. */
export type FlintServer = FlintCommand | FlintAddress

export interface FlintCommand {
  readonly kind: 'command'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface FlintAddress {
  readonly kind: 'address'
  readonly url: string
  readonly token: string | null
}

export interface CommandOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly vault: string | null
  readonly toolsets?: readonly string[]
  readonly readOnly?: boolean
}

/** The variables that move flint's folders: a server that a client starts needs them, too. */
export const placeVariables: readonly string[] = ['FLINT_CONFIG_DIR', 'FLINT_DATA_DIR']

/**
 * The command that starts this flint, by absolute paths: a client that was not started in a terminal has another PATH,
 * and a package name would have to be downloaded.
 */
export function flintCommand({ env, vault, toolsets = [], readOnly = false }: CommandOptions): FlintCommand {
  const [command, ...program] = flintProgram()
  return {
    kind: 'command',
    command,
    args: [
      ...program,
      'serve',
      ...(vault === null ? [] : ['--vault', vault]),
      ...(toolsets.length === 0 ? [] : ['--toolsets', toolsets.join(',')]),
      ...(readOnly ? ['--read-only'] : []),
    ],
    env: Object.fromEntries(
      placeVariables.flatMap((name) => {
        const value = env[name] ?? ''
        return value === '' ? [] : [[name, value]]
      }),
    ),
  }
}

/** Node and flint's program, by absolute paths. */
export function flintProgram(): readonly [command: string, main: string] {
  return [process.execPath, fileURLToPath(new URL('../../../app/main.js', import.meta.url))]
}

/** The headers that a client sends with each call. */
export function headersOf({ token }: FlintAddress): Readonly<Record<string, string>> {
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}
