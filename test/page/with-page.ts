import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SqliteQuestionBook } from '../../src/access/sqlite-question-book.ts'
import { TokenBook, type TokenGrant } from '../../src/access/token-book.ts'
import { fileTokens } from '../../src/access/token-file.ts'
import { grantOf } from '../../src/cli/grant-of.ts'
import { answerPage } from '../../src/page/answer-page.ts'
import { personCalls } from '../../src/page/calls/all-calls.ts'
import { PageSessions } from '../../src/page/page-sessions.ts'
import { allTools } from '../../src/tools/index.ts'
import { startServing } from '../server/http-server.ts'
import { type Files, type Json, type Vaults, withVaults } from '../support/with-vault.ts'

interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly json: Json
}

export interface Inside {
  readonly cookie: string
  /** The address of what only this session is answered: `at('call')`. */
  readonly at: (what: string) => string
}

export interface Page extends Vaults {
  readonly port: number
  readonly book: TokenBook
  readonly questions: SqliteQuestionBook
  readonly clock: { now: Date }
  /** A key that lets one browser in. */
  readonly newKey: () => string
  /** Sends a request with just these headers beside Host. */
  readonly send: (
    method: string,
    path: string,
    options?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ) => Promise<Reply>
  /** Posts JSON as the page itself does. */
  readonly post: (path: string, body: unknown, cookie?: string) => Promise<Reply>
  /** A browser that was let in by a key or token. */
  readonly enter: (secret: string) => Promise<Inside>
  /** What a call from the page comes to. */
  readonly callAs: (inside: Inside, tool: string, args?: object, answer?: object) => Promise<Json>
  /** Events that arrive at a browser, as long as the signal lets them. */
  readonly news: (inside: Inside, heard: (news: Json) => void) => Promise<() => void>
  readonly token: (grant?: Partial<TokenGrant>) => Promise<string>
}

/** A server with the page on registered vaults, on a free port of this machine; the page itself is a line of text. */
export async function withPage(
  vaults: Readonly<Record<string, Files>>,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  await withVaults(vaults, async (opened) => {
    const { hub, folder } = opened
    const clock = { now: new Date() }
    const now = () => clock.now
    const book = new TokenBook(fileTokens(hub.configFolder), now)
    const questions = new SqliteQuestionBook(join(folder, 'data'), now)
    const built = join(folder, 'page')
    await mkdir(built)
    await writeFile(join(built, 'index.html'), '<!doctype html><title>flint</title>')
    await writeFile(join(built, 'page.js'), '// the page')
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
    const app = {
      hub,
      tools: async () => [...allTools, ...Object.values(personCalls({ questions: async () => questions }))],
    }
    const scoped = { scope: null, cwd: folder, env: {} }
    const sessions = new PageSessions(book, now)
    const page = answerPage({
      sessions,
      grantOf: (token) => grantOf(token, app, {}, scoped),
      hub,
      questions: async () => questions,
      folder: built,
      log,
      now,
    })
    const { port, stop } = await startServing({
      tokens: book,
      page,
      grantOf: (token) => grantOf(token, { hub, tools: async () => allTools }, {}, scoped),
      news: async () => hub,
      questions: async () => questions,
      log,
      now,
      limits: { tokenCheckMs: 50 },
    })
    const origin = `http://127.0.0.1:${port}`
    const send: Page['send'] = async (method, path, { headers = {}, body = '' } = {}) => {
      const request = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false })
      request.end(body)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const text = await readAll(response)
      const json = String(response.headers['content-type']).startsWith('application/json')
        ? JSON.parse(text)
        : null
      return { status: response.statusCode ?? 0, headers: response.headers, text, json }
    }
    const asPage = (cookie: string) => ({
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie,
    })
    const post: Page['post'] = async (path, body, cookie = '') =>
      await send('POST', path, { headers: asPage(cookie), body: JSON.stringify(body) })
    let made = 0
    try {
      await use({
        ...opened,
        hub,
        port,
        book,
        questions,
        clock,
        newKey: () => sessions.newKey(),
        send,
        post,
        enter: async (key) => {
          const { status, headers, json } = await post('/ui/enter', { key })
          if (status !== 200) throw new Error(`Not let in: ${status}`)
          const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';', 1)
          return { cookie, at: (what) => `/ui/s/${json.place}/${what}` }
        },
        callAs: async ({ cookie, at }, tool, args = {}, answer) =>
          (await post(at('call'), { tool, args, ...(answer !== undefined && { answer }) }, cookie)).json,
        news: async ({ cookie, at }, heard) => {
          const headers = { 'sec-fetch-site': 'same-origin', cookie }
          const path = at('news')
          const request = sendRequest({ host: '127.0.0.1', port, path, headers, agent: false })
          request.end()
          const [response] = (await once(request, 'response')) as [IncomingMessage]
          if (response.statusCode !== 200) {
            response.resume()
            throw new Error(`No news: ${response.statusCode}`)
          }
          response.setEncoding('utf8').on('data', (part: string) => {
            for (const [, data = ''] of part.matchAll(/^data: (.*)$/gm)) heard(JSON.parse(data))
          })
          return () => {
            request.destroy()
          }
        },
        token: async (grant = {}) => {
          made += 1
          const all = { vaults: null, folder: null, readOnly: false, expires: null }
          return (await book.create({ name: `token ${made}`, ...all, ...grant })).text
        },
      })
    } finally {
      await stop()
      questions.close()
    }
  })
}

function quiet(): void {
  // The log has a test of its own.
}
