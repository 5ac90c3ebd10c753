import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { runCli } from '../../src/cli/run-cli.ts'
import type { plain } from '../support/plain.ts'
import { withFolder } from '../support/with-folder.ts'

export const mainFile = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string | Uint8Array
  /** Standard output is a wide terminal without colours. */
  readonly isWatched?: boolean
  /** Standard input and messages are that terminal too: a person can be asked, and types `stdin`. */
  readonly isTerminal?: boolean
  /** How wide that terminal says it is; 300 where it is left out. */
  readonly columns?: number
  /** What the person at the terminal types, and does before, once the first question stands there; in place of `stdin`. */
  readonly answer?: () => Promise<string>
  /** Starts the built program: where the process itself is what is tested, or what Node loads in it. */
  readonly isProcess?: boolean
}

export interface Flint {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Runs a command to its end, in this process unless it is to have its own. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>
  /** The same with `--json`: what it printed, read. */
  readonly json: (args: readonly string[], options?: RunOptions) => Promise<ReturnType<typeof plain>>
  /** Starts a command that goes on. */
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams
}

/** The command line in a folder with these files, with a registry, data and home of its own. */
export async function withFlint(
  files: Readonly<Record<string, string>>,
  use: (flint: Flint) => Promise<void>,
): Promise<void> {
  await withFolder({ ...files, 'home/': '' }, async (folder) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(folder, 'home'),
      USERPROFILE: join(folder, 'home'),
      FLINT_CONFIG_DIR: join(folder, '.config'),
      FLINT_DATA_DIR: join(folder, '.data'),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    }
    const started = new Set<ChildProcessWithoutNullStreams>()
    const start: Flint['start'] = (args, { cwd = join(folder, 'home'), env: more = {} } = {}) => {
      const child = spawn(process.execPath, [mainFile, ...args], { cwd, env: { ...env, ...more } })
      started.add(child)
      child.once('close', () => started.delete(child))
      return child
    }
    const runProcess: Flint['run'] = async (args, options = {}) => {
      const child = start(args, options)
      const stdout = collect(child.stdout)
      const stderr = collect(child.stderr)
      child.stdin.end(options.stdin ?? '')
      const [code] = await once(child, 'close')
      return { code, stdout: stdout(), stderr: stderr() }
    }
    const run: Flint['run'] = async (args, options = {}) => {
      const {
        cwd = join(folder, 'home'),
        env: more = {},
        stdin = '',
        isProcess = false,
        isTerminal = false,
        columns = 300,
        answer,
        isWatched = isTerminal,
      } = options
      if (isProcess) return await runProcess(args, options)
      const screen = isWatched ? { isTTY: true, columns } : {}
      const streams = {
        stdin: Object.assign(
          Readable.from(answer === undefined ? [stdin] : typedBy(answer)),
          isTerminal && { ...screen, setRawMode: () => undefined },
        ),
        stdout: Object.assign(new PassThrough(), screen),
        stderr: Object.assign(new PassThrough(), isTerminal && screen),
      }
      const stdout = collect(streams.stdout)
      const stderr = collect(streams.stderr)
      const interruption = () => new AbortController().signal
      const code = await runCli({
        argv: args,
        env: { ...env, ...more, ...(isWatched && { NO_COLOR: '1' }) },
        cwd,
        streams,
        interruption,
      })
      await Promise.all([finished(streams.stdout.end()), finished(streams.stderr.end())])
      return { code, stdout: stdout(), stderr: stderr() }
    }
    const json: Flint['json'] = async (args, options) => {
      const { stdout } = await run([...args, '--json'], options)
      return JSON.parse(stdout)
    }
    await mkdir(env.FLINT_DATA_DIR, { recursive: true })
    try {
      await use({ folder, env, run, json, start })
    } finally {
      for (const child of started) {
        child.kill('SIGKILL')
        await once(child, 'close')
      }
    }
  })
}

/** Nothing until somebody reads. */
async function* typedBy(answer: () => Promise<string>): AsyncGenerator<string> {
  yield await answer()
}

/** What comes through a stream, so far. */
function collect(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (data: string) => (text += data))
  return () => text
}

/** Two vaults that other programs made: `ideas` is the active one. */
export const twoFolders: Readonly<Record<string, string>> = {
  'ideas/lamp.md':
    '---\ntitle: Desk lamp\ntags: [home]\n---\n\n# Desk lamp\n\nA lamp of walnut.\n\n## Parts\n\nFoot and shade.\n',
  'ideas/shelf.md': '# Shelf\n\nGoes beside the [[lamp]]. Walnut too. #home\n',
  'tours/alps.md': '# Alps\n\nFive days over the pass.\n',
}

/** Registers the two folders. */
export async function addTwoVaults({ run, folder }: Flint): Promise<void> {
  await run(['create', 'ideas', 'Ideas', join(folder, 'ideas'), '--switch'])
  await run(['create', 'tours', 'Tours', join(folder, 'tours')])
}
