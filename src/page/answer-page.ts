import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { QuestionBook } from '../access/question-book.ts'
import type { AccessToken } from '../model/access-token.ts'
import { type Actor, actorOf } from '../model/actor.ts'
import { defined } from '../model/defined.ts'
import type { CallContext } from '../call/tool-context.ts'
import type { Tool } from '../call/tool.ts'
import type { VaultHub } from '../registry/vault-hub.ts'
import type { AnswerPage, PageRequest } from '../server/answer-http.ts'
import { callerLeft, whenClosed } from '../server/caller-left.ts'
import { httpLimits } from '../server/http-limits.ts'
import { answerJson, refuse } from '../server/refuse-http.ts'
import { callFromPage, readCall } from './call-from-page.ts'
import { openAssets, type SendAsset } from './page-assets.ts'
import { cookieOf, isFromThePage, pageHeaders, setCookie } from './page-headers.ts'
import type { PageEntered, PageRights } from './page-protocol.ts'
import { sendNews } from './page-news.ts'
import type { PageSession, PageSessions } from './page-sessions.ts'
import { sendVaultFile } from './send-vault-file.ts'
import { parseJson } from '../model/parse-json.ts'

/** What a person may see and do: with a one-time key all that the server may, with a token of theirs what it says. */
export interface PersonGrant extends Pick<CallContext, 'vaults' | 'whole'> {
  readonly tools: () => Promise<readonly Tool[]>
}

export interface PageOptions extends Pick<CallContext, 'log' | 'now' | 'gitlab'> {
  readonly sessions: PageSessions
  readonly grantOf: (token: AccessToken | null) => PersonGrant
  readonly hub: Pick<VaultHub, 'follow' | 'followList'>
  readonly questions: () => Promise<QuestionBook>
  /** Where the build has put the page. */
  readonly folder: string
}

const notLetIn =
  'That lets nobody in. A key is good once, and for ten minutes: run flint ui for another one. A token must be a person’s, made by flint token create NAME --person: one for an agent does not open the page.'

/** No key or token is longer, however it is written. */
const enterBytes = 2_000
const enterShape = z.strictObject({ key: z.string().min(1).max(200) })

/**
 * Serves `/ui`: the page, which holds nothing, to whoever may reach this server; calls, news and files to a browser whose
 * person was let in, and only when the page itself asks.
 */
export function answerPage(options: PageOptions): AnswerPage {
  const { sessions, folder } = options
  const sendAsset = openAssets(folder)
  return async (request, response, server) => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const [, place = '', asked = ''] = ofSession.exec(path) ?? []
    if (isReading && asked === '' && path !== '/ui/enter') {
      server.onHeard()
      await sendPage(path, request, response, sendAsset)
      return
    }
    if (!isFromThePage(request)) {
      refusePage(response, 403, 'Only the page itself may ask for that.')
      return
    }
    if (path === '/ui/enter') {
      await enter(request, response, server, sessions)
      return
    }
    const cookie = cookieOf(request)
    const session = await sessions.find(cookie, place)
    if (session === null) {
      if (place !== '') setCookie(request, response, place, null)
      refusePage(response, 401, 'Nobody is let in here: run `flint ui`, or give a token that a person has.')
      return
    }
    if (asked === 'call') await call(request, response, server, session, options)
    else if (asked === 'rights' && isReading) {
      server.onHeard()
      const tools = await options.grantOf(session.token).tools()
      const mayWrite = tools.some(({ annotations }) => !annotations.readOnlyHint)
      const rights: PageRights = { may_write: mayWrite, calls: tools.map(({ name }) => name) }
      answerJson(response, 200, rights, pageHeaders)
    } else if (asked === 'leave' && !isReading) {
      sessions.leave(cookie)
      setCookie(request, response, place, null)
      response.writeHead(204).end()
    } else if (asked === 'news' && isReading) {
      server.onHeard()
      if (!admit(response, session)) {
        refusePage(
          response,
          429,
          `This browser shows ${mostListeners} pages already: close some, then load this one again.`,
        )
        return
      }
      const { person } = personOf(session, options)
      const seesAll = (session.token?.vaults ?? null) === null
      const isValid = () => sessions.isAsBefore(cookie, session)
      await sendNews(response, { ...options, person, seesAll, isValid, closing: server.closing })
    } else if (asked.startsWith(fileStart) && isReading) {
      server.onHeard()
      await sendVaultFile(asked.slice(fileStart.length), options.grantOf(session.token).vaults, response)
    } else refusePage(response, 404, 'There is nothing here.')
  }
}

/** What only a session is answered: its place, and what is asked. */
const ofSession = /^\/ui\/s\/([\w-]+)\/(call|leave|news|rights|file\/.*)$/s
const fileStart = 'file/'

/** Each stream of news follows vaults; a person has no more pages open than these. */
const mostListeners = 30

/** Counts a session's stream until it is closed; false where the session has its share. */
function admit(response: ServerResponse, { streams }: PageSession): boolean {
  if (streams.size >= mostListeners) return false
  streams.add(response)
  whenClosed(response, () => streams.delete(response))
  return true
}

async function sendPage(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  sendAsset: SendAsset,
): Promise<void> {
  const asset = /^\/ui\/assets\/([^/]+)$/.exec(path)?.[1]
  if (await sendAsset(asset ?? 'index.html', request, response)) return
  refusePage(response, 404, asset === undefined ? 'The page was not built.' : 'There is nothing here.')
}

async function enter(
  request: IncomingMessage,
  response: ServerResponse,
  server: PageRequest,
  sessions: PageSessions,
): Promise<void> {
  const body = await readJson(request, response, server, enterBytes)
  if (body === null) return
  const { data } = enterShape.safeParse(parseJson(body.toString()))
  const entered = data === undefined ? null : await sessions.enter(data.key)
  if (entered === null) {
    server.log.warn('refused to let somebody into the page', { from: request.socket.remoteAddress })
    refusePage(response, 401, notLetIn)
    return
  }
  const { cookie, place } = entered
  setCookie(request, response, place, cookie)
  answerJson(response, 200, { place } satisfies PageEntered, pageHeaders)
}

async function call(
  request: IncomingMessage,
  response: ServerResponse,
  server: PageRequest,
  session: PageSession,
  options: PageOptions,
): Promise<void> {
  const body = await readJson(request, response, server, httpLimits.pageBodyBytes)
  if (body === null) return
  const asked = readCall(body)
  if (asked === null) {
    const most = httpLimits.requestValues
    refusePage(response, 400, `A call is {"tool": NAME, "args": {…}}, of ${most} values at most.`)
    return
  }
  const { id, consent, acts } = session
  const { tools, person } = personOf(session, options)
  const { log, now, gitlab } = options
  const { key } = asked
  const served = await tools()
  const context = {
    ...person,
    session: { id, consent },
    log,
    now,
    gitlab: gitlab ?? null,
    // An act that is asked for again goes on though its caller has gone.
    signal: key === undefined ? callerLeft(response) : new AbortController().signal,
    closing: server.closing,
    keep: server.keep,
    strictOutput: false,
  }
  const run = () => callFromPage(served, asked, context)
  const reply = await (key === undefined ? run() : acts.once(key, asked, run))
  answerJson(response, 200, reply, pageHeaders)
}

/** By what somebody calls and hears. */
function personOf({ token }: PageSession, { grantOf }: Pick<PageOptions, 'grantOf'>) {
  const { tools, vaults, whole } = grantOf(token)
  const actor: Actor = token === null ? 'person' : actorOf('person', token.name)
  return { tools, person: { vaults, ...defined({ whole }), actor } }
}

/** Null once a request that sends no JSON is refused. */
async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  server: PageRequest,
  mostBytes?: number,
): Promise<Buffer | null> {
  if (request.method !== 'POST') {
    refusePage(response, 405, 'Send it by POST.', { allow: 'POST' })
    return null
  }
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    refusePage(response, 415, 'Send JSON.')
    return null
  }
  return await server.body(mostBytes)
}

function refusePage(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  refuse(response, status, message, { ...pageHeaders, ...headers })
}
