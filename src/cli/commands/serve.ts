import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { defined } from '../../model/defined.ts'
import { VaultError } from '../../model/vault-error.ts'
import { serveStdio } from '../../server/serve-stdio.ts'
import { writeInstructions } from '../../server/write-instructions.ts'
import { checkDialect } from '../../dialects/dialect-names.ts'
import { narrowVaults } from '../../call/narrow-vaults.ts'
import { checkToolsets, pickTools } from '../../call/pick-tools.ts'
import { Consent } from '../../call/consent.ts'
import { openAppViews } from '../open-app-views.ts'
import type { Given } from '../command.ts'
import type { Cli } from '../cli.ts'
import { lazyVaults } from '../lazy-vaults.ts'
import { findScope, serveScope } from '../serve-scope.ts'

const limits = z.object({
  host: z.string().min(1).optional(),
  port: z.int().max(65_535).optional(),
  allowedHost: z.array(z.string().min(1)).optional(),
  cluster: z.string().min(1).optional(),
  inner: z.string().min(1).optional(),
})

/** A client's first calls come within this time; then memory that only the start needed is freed, in one pause. */
const firstCallsMs = 3_000
/** In milliseconds; no index takes that long to fill. */
const aDay = 86_400_000

/** How long loading the tools may wait for a vault that is slow to open, for example on a sleeping drive. */
const openingBeforeToolsMs = 250

/** `flint serve`. It answers `initialize` while the active vault is opened and the tools are loaded. */
export async function serve(given: Given<'serve'>, cli: Cli): Promise<null> {
  const { host, port, allowedHost, cluster, inner } = limits.parse(given)
  const { outputSchemas, scope: named, http, metrics, readOnly, toolsets, tools, dialect } = given
  const choice = { readOnly, ...defined({ toolsets, tools, dialect }) }
  const loadTools = async () => await (await cli.app()).tools(dialect)
  cli.named.atMostOne()
  checkToolsets(choice)
  if (dialect !== undefined) checkDialect(dialect)
  const ofHttp = host ?? port ?? allowedHost ?? metrics ?? cluster ?? inner
  if (!http && (given.requireToken || !given.ui || ofHttp !== undefined)) throw withoutHttp()
  if (named?.trim() === '') throw noScope()
  const shared = http
    ? await (await import('../join-cluster.ts')).joinServers({ cluster, inner }, cli)
    : undefined
  // A vault of a cluster is served for all, whatever this server's own callers may do.
  if (!readOnly || shared !== undefined) cli.ingestRaw()
  // A wrong tool name must be reported at the start, not to an agent later.
  if (tools !== undefined) pickTools(await loadTools(), choice)
  const scope = named === undefined ? null : await findScope(named, cli.cwd, (await cli.app()).hub)
  cli.logAsServer()
  if (http) {
    // Which of several servers opens a vault is settled by the first call to it.
    const opening = shared === undefined ? openActiveVault(cli) : Promise.resolve(null)
    void opening.then(saveMemoryWhenIdle)
    const { serveHttpCommand } = await import('./serve-http-command.ts')
    await serveHttpCommand({ ...given, shared, scope, tools: choice }, cli)
    return null
  }
  if (cli.terminal.canAsk) {
    cli.say('Waiting for an MCP client on standard input. Clients start this themselves: flint config print')
  }
  const opening = openActiveVault(cli)
  void opening.then(saveMemoryWhenIdle)
  const hub = async () => (await cli.app()).hub
  const whole = lazyVaults(async () => {
    const all = await hub()
    const { sandboxVaults } = await import('../../dialects/sandbox-vaults.ts')
    return sandboxVaults(all, { dialect, env: cli.env, cwd: cli.cwd })
  })
  const scoped = { scope, cwd: cli.cwd }
  await serveStdio({
    version: cli.version,
    async tools() {
      // The vault first: its thread scans the folder while this one loads the tools.
      await Promise.race([opening, delay(openingBeforeToolsMs)])
      return pickTools(await loadTools(), choice)
    },
    instructions: writeInstructions(choice),
    vaults: narrowVaults(whole, {
      within: (vault) => serveScope(vault, scoped),
      mayManage: scope === null,
    }),
    whole,
    news: hub,
    gitlab: async () => (await cli.app()).gitlab,
    questions: async () => await (await cli.app()).questions(),
    session: { id: randomUUID(), consent: new Consent() },
    log: cli.log,
    now: () => new Date(),
    outputSchemas,
    apps: openAppViews(),
    close: () => cli.close(),
  })
  return null
}

interface OpenedVault {
  readonly index: {
    /** Resolves when the index agrees with the disk, or after this many milliseconds. */
    settled(withinMs: number): Promise<void>
  }
}

/**
 * Opens the vault that calls will be about, so that indexing has begun when the first question comes. Null where there
 * is none, or it cannot be opened.
 */
async function openActiveVault(cli: Cli): Promise<OpenedVault | null> {
  try {
    const { hub } = await cli.app()
    const current = await hub.current()
    return current === null ? null : await hub.open(current.id)
  } catch (error) {
    // Calls that need the vault report the same to the agent, with advice.
    const why = error instanceof VaultError ? { reason: error.message } : { error }
    cli.log.error('the active vault cannot be opened', why)
    return null
  }
}

/** Saves memory from the moment the vault is indexed, as a server is idle most of its life. */
async function saveMemoryWhenIdle(vault: OpenedVault | null): Promise<void> {
  await vault?.index.settled(aDay)
  const { saveMemory } = await import('../../runtime/heap-growth.ts')
  const { collectGarbage } = await import('../../runtime/collect-garbage.ts')
  saveMemory()
  await delay(firstCallsMs, undefined, { ref: false })
  collectGarbage()
}

function noScope(): VaultError {
  return new VaultError('INVALID_ARGUMENT', '--scope names no folder.', {
    hint: 'Give a folder of the vault, or leave it out.',
  })
}

function withoutHttp(): VaultError {
  return new VaultError(
    'INVALID_ARGUMENT',
    '--host, --port, --allowed-host, --require-token, --metrics, --no-ui, --cluster and --inner belong to --http.',
    {
      hint: 'Add --http, or leave them out: standard input and output need none.',
    },
  )
}
