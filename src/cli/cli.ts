import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../app.ts'
import { SpareThread } from '../spare-thread.ts'
import type { Environment } from '../registry/config-folder.ts'
import type { ToolResult } from '../tools/call-tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import { askAtTerminal } from './ask-at-terminal.ts'
import { CliError } from './cli-error.ts'
import type { CommandFace } from './command-face.ts'
import { type CliLog, createLog } from './create-log.ts'
import type { Streams, Terminal } from './terminal.ts'

export interface CliOptions {
  readonly env: Environment
  readonly cwd: string
  readonly version: string
  readonly commands: readonly CommandFace[]
  readonly streams: Streams
  readonly terminal: Terminal
  readonly globals: unknown
  readonly signal: AbortSignal
}

const globalShape = z.object({
  vault: z.string().min(1).optional(),
  json: z.boolean().default(false),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
  logFile: z.string().min(1).optional(),
})

interface CallOptions {
  readonly progress?: NonNullable<ToolContext['progress']>
  /** False for a command that has asked the person itself. */
  readonly asks?: boolean
  readonly dialect?: string
  /** For what the person at the terminal names; never for an agent's call. */
  readonly mayReadAnywhere?: boolean
}

/** How long a command waits for a vault that is being looked through: it answers once, so it should be right. */
const settleWithinMs = 60_000

/** One run of the command line: what its command may use. */
export class Cli {
  readonly env: Environment
  readonly cwd: string
  readonly version: string
  readonly commands: readonly CommandFace[]
  readonly streams: Streams
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly isJson: boolean
  /** `--vault`, as given. */
  readonly vault: string | null
  readonly log: CliLog
  #app: Promise<App> | null = null
  #usesRegistryLevel = false
  #thread: SpareThread | null = null
  #ingestsRaw = false
  #mayLoadAll: Promise<void> | null = null

  constructor({ env, cwd, version, commands, streams, terminal, globals, signal }: CliOptions) {
    const { vault = null, json, logLevel, logFile = null } = globalShape.parse(globals)
    this.env = env
    this.cwd = cwd
    this.version = version
    this.commands = commands
    this.streams = streams
    this.terminal = terminal
    this.signal = signal
    this.isJson = json
    this.vault = vault
    this.log = createLog({
      file: logFile,
      level: async () => {
        if (logLevel !== undefined) return logLevel
        if (!this.#usesRegistryLevel) return 'error'
        const registry = await this.app()
          .then(({ hub }) => hub.registry())
          .catch(() => null)
        return registry?.config.mcp_server.log_level ?? 'info'
      },
    })
  }

  /** The real things. They are loaded when a command first asks for them: a server answers its client before. */
  async app(): Promise<App> {
    this.#app ??= this.#createApp()
    return await this.#app
  }

  async #createApp(): Promise<App> {
    const { createApp } = await import('../app.ts')
    const { env, cwd, vault, log } = this
    return createApp({
      env,
      cwd,
      vault,
      log,
      now: () => new Date(),
      ingestsRaw: () => this.#ingestsRaw,
      mayLoadAll: () => this.#mayLoadAll,
      takeThread: () => this.#thread?.take() ?? null,
    })
  }

  /** Lets the thread of the first vault's index get ready meanwhile. */
  prepareThread(): void {
    this.#thread ??= new SpareThread()
  }

  /** Until the result is called, a vault loads no more than its indexing needs. */
  holdBack(): () => void {
    let goOn: () => void = () => undefined
    this.#mayLoadAll = new Promise((resolve) => {
      goOn = resolve
    })
    return goOn
  }

  /** Ends what was begun, and writes the last of the log. */
  async close(): Promise<void> {
    try {
      const app = await this.#app
      await app?.close()
      await this.#thread?.close()
    } catch (error) {
      this.log.error('flint did not close cleanly', { error })
    }
    await this.log.flush()
  }

  /** A server logs as the registry says; a command only what went wrong. */
  logAsServer(): void {
    this.#usesRegistryLevel = true
  }

  /** A server that may write makes notes of what arrives in `raw/`. To be said before a vault is open. */
  ingestRaw(): void {
    this.#ingestsRaw = true
  }

  /** Tells the person at the terminal something that is no result. */
  say(message: string): void {
    this.streams.stderr.write(`${message}\n`)
  }

  /**
   * Runs a tool as an agent's call does, once the vaults that it is about agree with the disk. A failed call is thrown
   * as a CliError.
   */
  async call(
    name: string,
    args: object,
    options: CallOptions = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const { structuredContent, isError } = await this.callRaw(name, args, options)
    if (isError) throw new CliError(structuredContent)
    return structuredContent
  }

  /** The same, with a failed call as its result, and with the tools of a dialect where one is named. */
  async callRaw(
    name: string,
    args: object,
    { progress, asks = true, dialect, mayReadAnywhere = false }: CallOptions = {},
  ): Promise<ToolResult> {
    const [app, { callTool }, { settleVaults }] = await Promise.all([
      this.app(),
      import('../tools/call-tool.ts'),
      import('./settle-vaults.ts'),
    ])
    const tools = await app.tools(dialect)
    await settleVaults({
      tool: tools.find((tool) => tool.name === name),
      args,
      hub: app.hub,
      withinMs: settleWithinMs,
      ...(this.terminal.canAsk && !this.isJson && { stderr: this.streams.stderr }),
    })
    const session = { id: randomUUID() }
    const canAsk = asks && this.terminal.canAsk && !this.isJson
    return await callTool(tools, name, args, {
      ...app.toolContext({ session, signal: this.signal, ...(progress !== undefined && { progress }) }),
      ...(canAsk && { ask: askAtTerminal(this.streams, this.signal) }),
      mayReadAnywhere,
    })
  }
}
