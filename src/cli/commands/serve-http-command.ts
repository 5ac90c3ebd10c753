import type { OAuthSettings } from '../../registry/oauth-schema.ts'
import { VaultError } from '../../model/vault-error.ts'
import type { TokenBook } from '../../access/token-book.ts'
import { PageSessions } from '../../page/page-sessions.ts'
import { isLoopback } from '../../server/http-gate.ts'
import type { OutsideTokens } from '../../server/identify-caller.ts'
import { serveHttp as serveProtocol } from '../../server/serve-http.ts'
import type { ToolChoice } from '../../call/pick-tools.ts'
import { openAppViews } from '../open-app-views.ts'
import type { Given } from '../command.ts'
import type { Cli } from '../cli.ts'
import type { JoinedServers } from '../join-cluster.ts'
import { readCallLimits, writeCallLimits } from '../call-limits.ts'
import { grantOf, grantWithin } from '../grant-of.ts'
import { openMetrics } from '../open-metrics.ts'
import { openPage } from '../open-page.ts'
import { tokenBookOf } from '../token-book-of.ts'

interface HttpChoice extends Omit<Given<'serve'>, 'tools' | 'scope'> {
  readonly tools: ToolChoice
  /** The real path that `--scope` names. */
  readonly scope: string | null
  /** The servers that vaults are shared with. */
  readonly shared?: JoinedServers | undefined
}

/** `flint serve --http`: one hub, and so one set of open vaults, for any number of clients. */
export async function serveHttpCommand(choice: HttpChoice, cli: Cli): Promise<void> {
  const { shared, host = '127.0.0.1', allowedHost = [], metrics: told = null } = choice
  // Its sessions are one server's, and it calls vaults without the way of a request.
  const servesPage = choice.ui && shared === undefined
  const app = await cli.app()
  const { hub } = app
  const { config } = await hub.registry()
  const tokens = tokenBookOf(app, () => new Date())
  const oauth = await outsideTokens(config.mcp_server.oauth, tokens)
  const scoped = { scope: choice.scope, cwd: cli.cwd, env: cli.env }
  const sessions = new PageSessions(tokens, () => new Date())
  const page = openPage({ ...scoped, readOnly: choice.tools.readOnly === true }, sessions, cli)
  const needsTokens = choice.requireToken || shared !== undefined || !isLoopback(host)
  if (oauth === null && needsTokens) await tellOfTokens(tokens, cli)
  const metrics = await openMetrics(told ?? config.mcp_server.metrics, app, cli)
  await serveProtocol({
    ...metrics?.counts,
    version: cli.version,
    host,
    port: choice.port ?? portOf(cli.env['PORT']) ?? config.mcp_server.port,
    // Whoever names the address of the server lets clients call it by that name.
    allowedHosts: [...allowedHost, ...(oauth === null ? [] : [new URL(oauth.resource).hostname])],
    // What one server passes on to another must bear the caller's own right.
    requireToken: choice.requireToken || shared !== undefined,
    tokens,
    ...(oauth !== null && { oauth }),
    ...(servesPage && { page }),
    ...(shared !== undefined && {
      shared: {
        ...shared,
        passing: {
          limitsOf: (token) => writeCallLimits({ choice: choice.tools, scoped }, token),
          grantWithin: (token, limits) => grantWithin(token, app, readCallLimits(limits)),
        },
      },
    }),
    grantOf: (token) => grantOf(token, app, choice.tools, scoped),
    news: () => Promise.resolve(hub),
    gitlab: () => Promise.resolve(app.gitlab),
    questions: () => app.questions(),
    log: cli.log,
    now: () => new Date(),
    outputSchemas: choice.outputSchemas,
    apps: openAppViews(),
    onListening({ url }) {
      if (metrics !== null) cli.say(`How it is told at ${metrics.url}`)
      cli.say(`flint serves MCP at ${url}`)
      if (servesPage) tellOfPage(new URL('/ui', url).href, sessions, cli)
      cli.log.info('serving', { url })
    },
    close: async () => {
      metrics?.close()
      await cli.close()
    },
  })
}

/** Loaded where the settings name an issuer, and nowhere else. */
async function outsideTokens(
  settings: OAuthSettings | null,
  tokens: TokenBook,
): Promise<OutsideTokens | null> {
  if (settings === null) return null
  const { OAuthTokens } = await import('../../access/oauth/oauth-tokens.ts')
  const revokedAt = (name: string) => tokens.revokedAt(name)
  return new OAuthTokens({ settings, revokedAt, now: () => new Date() })
}

function portOf(text = ''): number | null {
  if (text === '') return null
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new VaultError('INVALID_ARGUMENT', `PORT is "${text}", which is no port number.`, {
    hint: 'Set it to a number from 0 to 65535, or give --port.',
  })
}

/** A key is for who sees it: in a log it would lie about. */
function tellOfPage(address: string, sessions: PageSessions, cli: Cli): void {
  const key = cli.terminal.canAsk ? `#t=${sessions.newKey()}` : ''
  cli.say(`The page for people is at ${address}${key}`)
}

async function tellOfTokens(tokens: TokenBook, cli: Cli): Promise<void> {
  if ((await tokens.list()).some(({ person }) => !person)) return
  cli.say('Clients need a token, and there is none yet: flint token create NAME')
}
