import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { VaultError } from '../../model/vault-error.ts'
import { serveStdio } from '../../server/serve-stdio.ts'
import { writeInstructions } from '../../server/write-instructions.ts'
import { checkDialect } from '../../tools/dialects/dialect-names.ts'
import { narrowVaults } from '../../tools/narrow-vaults.ts'
import { checkToolsets, pickTools } from '../../tools/pick-tools.ts'
import type { Tool } from '../../tools/tool.ts'
import { Consent } from '../../tools/consent.ts'
import type { Cli } from '../cli.ts'
import { lazyVaults } from '../lazy-vaults.ts'
import { findScope, serveScope } from '../serve-scope.ts'

const input = z.object({
  toolsets: z.array(z.string()).exactOptional(),
  tools: z.array(z.string()).exactOptional(),
  dialect: z.string().exactOptional(),
  readOnly: z.boolean().default(false),
  outputSchemas: z.boolean().default(false),
  scope: z.string().exactOptional(),
  http: z.boolean().default(false),
  host: z.string().min(1).exactOptional(),
  port: z.int().max(65_535).exactOptional(),
  allowedHost: z.array(z.string().min(1)).exactOptional(),
})

/** How long the tools may wait for a vault that is slow to open, on a drive that sleeps for example. */
const openingBeforeToolsMs = 250

export interface ServerStart {
  /** Resolves when the active vault is open, or cannot be. */
  readonly opening: Promise<unknown>
  /** Loads what was held back for the sake of the first answer. */
  readonly goOn: () => void
}

/** Answers `initialize` before any tool is loaded. */
export async function serveClients(given: unknown, cli: Cli, { opening, goOn }: ServerStart): Promise<null> {
  const { outputSchemas, scope: named, http, host, port, allowedHost, ...choice } = input.parse(given)
  checkToolsets(choice)
  if (choice.dialect !== undefined) checkDialect(choice.dialect)
  if (!http && (host ?? port ?? allowedHost) !== undefined) throw withoutHttp()
  if (named?.trim() === '') throw noScope()
  if (!choice.readOnly) cli.ingestRaw()
  // A wrong name must be told at the start, not to an agent later.
  if (choice.tools !== undefined) pickTools(await loadTools(cli, choice.dialect), choice)
  const scope = named === undefined ? null : await findScope(named, cli.cwd, (await cli.app()).hub)
  cli.logAsServer()
  if (http) {
    goOn()
    const { serveHttp } = await import('./serve-http.ts')
    const where = { host: host ?? '127.0.0.1', port: port ?? null, allowedHosts: allowedHost ?? [] }
    await serveHttp({ ...where, scope, outputSchemas, tools: choice }, cli)
    return null
  }
  if (cli.terminal.canAsk) {
    cli.say('Waiting for an MCP client on standard input. Clients start this themselves: flint config print')
  }
  // Who asks for a vault need not have asked for anything before.
  const hub = async () => {
    goOn()
    return (await cli.app()).hub
  }
  const whole = lazyVaults(hub)
  const scoped = { scope, cwd: cli.cwd }
  await serveStdio({
    version: cli.version,
    async tools() {
      goOn()
      // The vault first: its thread looks through the folder while this one loads the tools.
      await Promise.race([opening, delay(openingBeforeToolsMs)])
      return pickTools(await loadTools(cli, choice.dialect), choice)
    },
    instructions: writeInstructions(choice),
    vaults: narrowVaults(whole, {
      within: (vault) => serveScope(vault, scoped),
      mayManage: scope === null,
    }),
    whole,
    news: hub,
    gitlab: async () => (await cli.app()).gitlab,
    session: { id: randomUUID(), consent: new Consent() },
    log: cli.log,
    now: () => new Date(),
    outputSchemas,
    onFirstAnswer: goOn,
    close: () => cli.close(),
  })
  return null
}

function noScope(): VaultError {
  return new VaultError('INVALID_ARGUMENT', '--scope names no folder.', {
    hint: 'Give a folder of the vault, or leave it out.',
  })
}

function withoutHttp(): VaultError {
  return new VaultError('INVALID_ARGUMENT', '--host, --port and --allowed-host belong to --http.', {
    hint: 'Add --http, or leave them out: standard input and output need none.',
  })
}

async function loadTools(cli: Cli, dialect: string | undefined): Promise<readonly Tool[]> {
  const app = await cli.app()
  return await app.tools(dialect)
}
