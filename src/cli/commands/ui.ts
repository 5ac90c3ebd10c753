import { z } from 'zod'
import { PageSessions } from '../../page/page-sessions.ts'
import { serveHttp } from '../../server/serve-http.ts'
import type { Given } from '../command.ts'
import type { Cli } from '../cli.ts'
import { grantOf } from '../grant-of.ts'
import { openAddress } from '../open-address.ts'
import { openPage } from '../open-page.ts'
import { tokenBookOf } from '../token-book-of.ts'

const limits = z.object({ port: z.int().max(65_535).default(0) })

/** `flint ui`: the page on this machine alone, until Ctrl-C, with a key in its address that is good once. */
export async function ui(given: Given<'ui'>, cli: Cli): Promise<null> {
  await servePage({ ...given, ...limits.parse(given), at: '' }, cli)
  return null
}

interface Served extends Given<'ui'> {
  readonly port: number
  /** The place on the page that is shown first. */
  readonly at: string
}

/** Serves the page until Ctrl-C. */
export async function servePage({ port, open, readOnly, at }: Served, cli: Cli): Promise<void> {
  cli.named.atMostOne()
  if (!readOnly) cli.ingestRaw()
  const app = await cli.app()
  const { hub } = app
  cli.logAsServer()
  const tokens = tokenBookOf(app, () => new Date())
  const sessions = new PageSessions(tokens, () => new Date())
  const scoped = { scope: null, cwd: cli.cwd }
  await serveHttp({
    version: cli.version,
    host: '127.0.0.1',
    port,
    allowedHosts: [],
    tokens,
    page: openPage({ ...scoped, readOnly }, sessions, cli),
    servesMcp: false,
    grantOf: (token) => grantOf(token, app, { readOnly }, { ...scoped, env: cli.env }),
    news: () => Promise.resolve(hub),
    log: cli.log,
    now: () => new Date(),
    onListening({ port: listening }) {
      const address = `http://127.0.0.1:${listening}/ui${at}#t=${sessions.newKey()}`
      const opened = open && openAddress(address, cli.env)
      cli.say(
        `${opened ? 'The page opens in your browser' : 'Open the page in a browser'}: ${address}\nThe address lets one browser in, within ten minutes. Ctrl-C ends the page.`,
      )
    },
    close: () => cli.close(),
  })
}
