import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { z } from 'zod'
import type { App } from '../app.ts'
import type { Environment } from '../registry/config-folder.ts'
import type { ToolResult } from '../call/call-tool.ts'
import type { CommonOutput } from '../call/common-output.ts'
import type { Ask } from '../call/question.ts'
import type { Served } from '../call/served.ts'
import type { Tool } from '../call/tool.ts'
import { atMost } from '../model/at-most.ts'
import { defined } from '../model/defined.ts'
import type { KnownVault } from '../model/known-vault.ts'
import { showProgress } from './show-progress.ts'
import { CallProgress } from './call-progress.ts'
import { AnswerAhead } from './answer-ahead.ts'
import { askAtTerminal } from './ask-at-terminal.ts'
import { CliError } from './cli-error.ts'
import type { Cluster, SharedStores } from '../cluster/open-cluster.ts'
import type { StatusAhead } from '../git/status-ahead.ts'
import type { LogLevel } from '../registry/registry-schema.ts'
import { type CliLog, createLog } from './create-log.ts'
import { NamedVaults } from './named-vaults.ts'
import type { Streams, Terminal } from './terminal.ts'
import type { CommandThreads } from './command-threads.ts'
import { whatIsMissing } from './what-is-missing.ts'

export interface CliOptions {
  readonly env: Environment
  readonly cwd: string
  readonly version: string
  readonly streams: Streams
  readonly terminal: Terminal
  readonly globals: unknown
  readonly signal: AbortSignal
  /** What serves the indexes of this run's vaults. */
  readonly threads?: CommandThreads | null
  /** git's look at the work tree, where it was begun already. */
  readonly statusAhead?: StatusAhead | null
  /** Whether its vaults are looked through at once and watched only when it stays. */
  readonly isBrief?: boolean
  /** Whether it stays and serves, rather than answers once. */
  readonly isServer?: boolean
}

const globalShape = z.object({
  vault: z.array(z.string().min(1)).default([]),
  json: z.boolean().default(false),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).optional(),
  logFile: z.string().min(1).optional(),
})

interface CallOptions {
  /** Stands over the bar of the call, in the place of the tool's title and its steps. */
  readonly title?: string
  /** How the person is asked, where it is not with the tool's own question; null where they have agreed already. */
  readonly ask?: Ask | null
  readonly dialect?: string
  /** For paths that the person at the terminal names; never for an agent's call. */
  readonly mayReadAnywhere?: boolean
  /** Says nothing beside the result: something else is on the screen. */
  readonly isQuiet?: boolean
  /** How long a search by words waits for a model that is being loaded. */
  readonly modelWaitMs?: number
}

interface RawCallOptions extends CallOptions {
  /** What the caller can use, where that is not the tools themselves. */
  readonly served?: Served
  /** True for who reads the result by its type; an agent's call is lean. */
  readonly wantsAll?: boolean
  /** The tool of this name: no other is loaded, and one that only a person is served can be called. */
  readonly only?: Tool
  /** Takes the content of a result that was made while the index was compared with the disk: it may not stand. */
  readonly whenMadeAhead?: (content: object) => void
}

/** Whether it can be called twice, and the first answer given up. */
function isReading(tool: Tool | undefined): boolean {
  return tool?.annotations.readOnlyHint === true && tool.annotations.openWorldHint !== true
}

/** Enough to close what is idle. */
const leavingMs = 50

/** How long a command waits for a vault that is being scanned: it answers once, so it should be right. */
const settleWithinMs = 60_000

/** One run of the command line: what its command may use. */
export class Cli {
  readonly env: Environment
  readonly cwd: string
  readonly version: string
  readonly streams: Streams
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly isJson: boolean
  /** What `--vault` says. */
  readonly named: NamedVaults
  readonly log: CliLog
  /** Null where the log is standard error. */
  readonly logFile: string | null
  readonly statusAhead: StatusAhead | null
  readonly #threads: CommandThreads | null
  readonly #isBrief: boolean
  readonly #isServer: boolean
  #app: Promise<App> | null = null
  #ownLevel: LogLevel | 'of-registry'
  #ingestsRaw = false
  #needsIndex = true
  #isLeft = false
  #writing = 0
  #hasChanged = false
  #shared: SharedStores | Cluster | undefined
  readonly #said = new Set<string>()

  constructor(options: CliOptions) {
    const { vault: named, json, logLevel, logFile = null } = globalShape.parse(options.globals)
    this.env = options.env
    this.cwd = options.cwd
    this.version = options.version
    this.streams = options.streams
    this.terminal = options.terminal
    this.signal = options.signal
    this.#threads = options.threads ?? null
    this.statusAhead = options.statusAhead ?? null
    this.#isBrief = options.isBrief === true
    this.#isServer = options.isServer === true
    this.isJson = json
    this.named = new NamedVaults(named)
    this.logFile = logFile === null ? null : resolve(options.cwd, logFile)
    this.#ownLevel = logFile === null ? 'error' : 'of-registry'
    this.log = createLog({
      file: this.logFile,
      level: async () => {
        if (logLevel !== undefined) return logLevel
        if (this.#ownLevel !== 'of-registry') return this.#ownLevel
        const registry = await this.app()
          .then(({ hub }) => hub.registry())
          .catch(() => null)
        return registry?.config.mcp_server.log_level ?? 'info'
      },
    })
  }

  /** The app, loaded when a command first asks for it: a server answers its client earlier. */
  async app(): Promise<App> {
    this.#app ??= this.#createApp()
    return await this.#app
  }

  async #createApp(): Promise<App> {
    const { createApp } = await import('../app.ts')
    const { env, cwd, log } = this
    return createApp({
      env,
      cwd,
      vault: this.named.single,
      log,
      now: () => new Date(),
      ingestsRaw: () => this.#ingestsRaw,
      needsIndex: () => this.#needsIndex,
      isBrief: this.#isBrief,
      catchesUp: this.#isServer,
      takeThread: this.#threads?.take,
      takeSqlRunner: this.#threads?.takeSqlRunner,
      shared: this.#shared,
    })
  }

  /** Begins to open the vault of this run: its index is compared with the disk while the command is still being loaded. */
  async beginOpening(): Promise<void> {
    if (!this.named.areSeveral) await (await this.app()).beginOpening()
  }

  /** The vault of this run without opening it; null where several are named, or only opening it tells what it is. */
  async glance(): ReturnType<App['glance']> {
    return this.named.areSeveral ? null : await (await this.app()).glance()
  }

  /** Ends what was begun and writes the rest of the log. */
  async close(): Promise<void> {
    const closing = this.#closeAll()
    await (this.#isLeft ? atMost(leavingMs, closing) : closing)
    await this.log.flush()
  }

  async #closeAll(): Promise<void> {
    try {
      const app = await this.#app
      await app?.close()
      await this.#threads?.close()
    } catch (error) {
      this.log.error('flint did not close cleanly', { error })
    }
  }

  /** Whether a call that may change something is under way. */
  get isWriting(): boolean {
    return this.#writing > 0
  }

  /** Whether something was changed that can be undone. */
  get hasChanged(): boolean {
    return this.#hasChanged
  }

  /** The person has left without anything being changed: what is still being read or indexed is not waited for. */
  leave(): void {
    this.#isLeft = true
  }

  /** What is used in place of this user's own files. Call it before anything else is asked for. */
  useShared(shared: SharedStores | Cluster): void {
    this.#shared = shared
  }

  /** Logs at the registry's level, as a server does, or before the app can be made at this one. Others log to a file, or failures. */
  logAsServer(level: LogLevel | 'of-registry' = 'of-registry'): void {
    this.#ownLevel = level
  }

  /** Lets this process ingest what arrives in `raw/`. Call it before a vault is opened. */
  ingestRaw(): void {
    this.#ingestsRaw = true
  }

  /** Opens vaults without their indexes, for a command that asks nothing of them. Call it before a vault is opened. */
  openWithoutIndex(): void {
    this.#needsIndex = false
  }

  /** Whether a person is there who can be asked. */
  get canAsk(): boolean {
    return this.terminal.canAsk && !this.isJson
  }

  /** Shows the person at the terminal a message that is not a result. */
  say(message: string): void {
    this.streams.stderr.write(`${message}\n`)
  }

  /** Says what JSON has in its own way, or can do without. */
  tell(message: string): void {
    if (!this.isJson) this.say(message)
  }

  /** Where bars are drawn; null where nobody looks on. */
  get bars(): Writable | null {
    return this.canAsk ? this.streams.stderr : null
  }

  /**
   * Runs a tool as an agent's call does, once the indexes of its vaults are up to date. A failed call is thrown as a
   * CliError.
   */
  async call<In extends object, Out extends CommonOutput>(
    tool: Tool<In, Out>,
    args: NoInfer<In>,
    options: CallOptions = {},
  ): Promise<Out> {
    const [{ servedAtTerminal }, { outputProblems, refuseStrays }] = await Promise.all([
      import('./to-person.ts'),
      import('../call/check-output.ts'),
    ])
    // A result that is made ahead is checked while the disk is still being looked through.
    const sound = new WeakSet<object>()
    const check: (result: object) => asserts result is Out = (result): asserts result is Out => {
      if (!sound.has(result)) refuseStrays(tool.name, outputProblems(tool.output, result))
    }
    const { structuredContent, isError } = await this.callRaw(tool.name, args, {
      ...options,
      whenMadeAhead: (content) => {
        if (outputProblems(tool.output, content).length === 0) sound.add(content)
      },
      served: servedAtTerminal,
      wantsAll: true,
      only: tool,
    })
    const { isQuiet = false } = options
    if (isError) {
      const error = new CliError(structuredContent)
      if (!isQuiet) this.#sayNotices(error.content)
      throw error
    }
    const result: object = structuredContent
    check(result)
    if (isQuiet) return result
    this.#sayNotices(result)
    for (const message of whatIsMissing(tool, result, this.terminal)) this.#tellOnce(message)
    return result
  }

  /** The vaults of several `--vault`, else the one that this run acts on. */
  async vaultsMeant(): Promise<readonly KnownVault[]> {
    const [{ hub }, { resolveVault, resolveVaults }] = await Promise.all([
      this.app(),
      import('../call/resolve-vaults.ts'),
    ])
    const { areSeveral, all } = this.named
    return areSeveral ? await resolveVaults(hub, all) : [await resolveVault(hub, null)]
  }

  #sayNotices({ notices = [] }: Pick<CommonOutput, 'notices'>): void {
    for (const notice of notices) this.#tellOnce(`${this.terminal.paintMessage('yellow', 'note:')} ${notice}`)
  }

  /** Once, although every result of a vault has it, and every page of a list. */
  #tellOnce(message: string): void {
    if (this.#said.has(message)) return
    this.#said.add(message)
    this.tell(message)
  }

  /** Runs a tool, or a dialect's tool where one is named. A failed call is a result. */
  async callRaw(
    name: string,
    given: object,
    {
      title,
      ask = askAtTerminal(this),
      dialect,
      served,
      wantsAll = false,
      mayReadAnywhere = false,
      isQuiet = false,
      modelWaitMs,
      whenMadeAhead,
      only,
    }: RawCallOptions = {},
  ): Promise<ToolResult> {
    const [app, { callTool }, { sandboxVaults }, { settleVaults }] = await Promise.all([
      this.app(),
      import('../call/call-tool.ts'),
      import('../dialects/sandbox-vaults.ts'),
      import('./settle-vaults.ts'),
    ])
    const tools = only === undefined ? await app.tools(dialect) : [only]
    const tool = tools.find((tool) => tool.name === name)
    const args = tool === undefined ? given : this.named.givenTo(tool, given)
    const stderr = isQuiet ? null : this.bars
    const vaults = sandboxVaults(app.hub, { dialect, env: this.env, cwd: this.cwd })
    const session = { id: randomUUID() }
    const bar = new CallProgress(title)
    const context = {
      ...app.toolContext({ session, signal: this.signal, progress: bar.note }),
      vaults,
      mayReadAnywhere,
      wantsAll,
      ...defined({ served, modelWaitMs }),
    }
    const ahead: AnswerAhead[] = []
    await settleVaults({
      tool,
      args,
      vaults,
      withinMs: settleWithinMs,
      meanwhile: (vault, isAlone) => {
        if (isAlone && isReading(tool))
          ahead.push(
            new AnswerAhead(vault, context, async (early) => {
              const result = await callTool(tools, name, args, { ...context, ...early })
              if (!result.isError) whenMadeAhead?.(result.structuredContent)
              return result
            }),
          )
      },
      stderr,
    })
    const [early] = ahead
    const work = (async () =>
      (await early?.standing()) ??
      (await callTool(tools, name, args, {
        ...context,
        ...(early && { vaults: early.vaultsAfter }),
        ...(ask !== null && this.canAsk && { ask: bar.pausing(ask) }),
      })))()
    const isWriting = tool?.annotations.readOnlyHint !== true
    if (isWriting) this.#writing += 1
    const result = await showProgress(work, {
      stderr,
      title: title ?? tool?.title ?? name,
      position: bar.position,
      isPaused: bar.isPaused,
    }).finally(() => {
      if (isWriting) this.#writing -= 1
    })
    if (isWriting && !result.isError && 'change_id' in result.structuredContent) this.#hasChanged = true
    return result
  }
}
