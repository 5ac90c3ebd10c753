import type { ServerResponse } from 'node:http'
import type { QuestionBook } from '../access/question-book.ts'
import type { CallContext } from '../call/tool-context.ts'
import type { Log } from '../model/log.ts'
import type { VaultAccess } from '../registry/vault-access.ts'
import type { VaultHub } from '../registry/vault-hub.ts'
import { whenClosed } from '../server/caller-left.ts'
import { seenBy } from './calls/list-questions.ts'
import { pageHeaders } from './page-headers.ts'
import type { PageNews } from './page-protocol.ts'

interface NewsOptions {
  /** Whose news it is: of what they may not see they hear nothing. */
  readonly person: Pick<CallContext, 'vaults' | 'whole' | 'actor'>
  /** Whether every vault is theirs to see. */
  readonly seesAll: boolean
  readonly hub: Pick<VaultHub, 'follow' | 'followList'>
  readonly questions: () => Promise<Pick<QuestionBook, 'version' | 'list'>>
  readonly log: Log
  /** Whether the session still counts. */
  readonly isValid: () => Promise<boolean>
  readonly closing: AbortSignal
}

// An editor saves in several steps, and a checkout changes thousands of files.
const quietMs = 200
const lookAtQuestionsMs = 250
/** Proxies close what is silent for long. */
const beatMs = 15_000
const lookAtSessionMs = 1_000
/** Vaults that are followed are open: a registry of hundreds is not opened for a page. */
const mostFollowed = 30

/** Sends what may have changed to a browser, as events, until it goes away, its session ends or the server closes. */
export async function sendNews(response: ServerResponse, options: NewsOptions): Promise<void> {
  response.writeHead(200, {
    ...pageHeaders,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.write(': flint\n\n')
  const stops: (() => void)[] = []
  const changed = new Set<string>()
  const told = { registry: false, questions: false }
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null
      const news: PageNews = { vaults: [...changed], ...told }
      changed.clear()
      Object.assign(told, { registry: false, questions: false })
      response.write(`data: ${JSON.stringify(news)}\n\n`)
    }, quietMs)
  }
  const end = () => {
    if (timer !== null) clearTimeout(timer)
    for (const stop of stops.splice(0)) stop()
    response.end()
  }
  const { vaults } = options.person
  const heard = (what: keyof typeof told) => () => {
    told[what] = true
    tell()
  }
  const lookAtQuestions = await questionLook(options, heard('questions'))
  const lookAtList = options.seesAll
    ? heard('registry')
    : await lookFor(() => listFor(vaults), heard('registry'), options)
  const followed = new Set<string>()
  const follow = async () => {
    // A list that cannot be read is told by its own change once it can.
    const known = await vaults.known().catch(() => [])
    for (const { id } of known.slice(0, mostFollowed)) {
      if (followed.has(id)) continue
      followed.add(id)
      const onChanged = () => {
        changed.add(id)
        tell()
      }
      // A vault whose folder is missing is followed when the list changes.
      const stop = await options.hub.follow(id, onChanged).catch(() => null)
      if (stop === null) followed.delete(id)
      else if (response.writableEnded) stop()
      else stops.push(stop)
    }
  }
  options.closing.addEventListener('abort', end, { once: true })
  stops.push(
    () => {
      options.closing.removeEventListener('abort', end)
    },
    options.hub.followList(() => {
      lookAtList()
      void follow()
    }),
    every(lookAtQuestionsMs, lookAtQuestions),
    every(beatMs, () => {
      response.write(': here\n\n')
    }),
    every(lookAtSessionMs, () => {
      void options.isValid().then((isValid) => {
        if (!isValid) end()
      })
    }),
  )
  whenClosed(response, end)
  await follow()
}

/** Looks whether agents' questions have changed. Where they cannot be kept there are none. */
async function questionLook(
  { questions, person, log }: NewsOptions,
  onChanged: () => void,
): Promise<() => void> {
  try {
    const book = await questions()
    let last: { readonly version: number; readonly seen: string } | null = null
    const look = async () => {
      const version = await book.version()
      if (last?.version !== version)
        last = { version, seen: JSON.stringify(await seenBy(person, await book.list())) }
      return last.seen
    }
    return await lookFor(look, onChanged, { log })
  } catch (error) {
    log.warn('questions cannot be shown on the page', { error })
    return () => undefined
  }
}

/** The list of vaults as its reader sees it. */
async function listFor({ known, current }: Pick<VaultAccess, 'known' | 'current'>): Promise<string> {
  return JSON.stringify([(await current())?.id, await known()])
}

/** What looks again, and calls back where it sees something else than before. */
async function lookFor(
  see: () => Promise<string>,
  onChanged: () => void,
  { log }: Pick<NewsOptions, 'log'>,
): Promise<() => void> {
  const trySee = async () =>
    await see().catch((error: unknown) => {
      log.debug('what a page shows cannot be looked at now', { error })
      return null
    })
  let last = await trySee()
  let isAsked = false
  let work = Promise.resolve()
  const look = async () => {
    isAsked = false
    const now = await trySee()
    if (now === null || now === last) return
    last = now
    onChanged()
  }
  return () => {
    // One look at a time, and one more for all who ask meanwhile.
    if (isAsked) return
    isAsked = true
    work = work.then(look)
  }
}

function every(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms)
  return () => {
    clearInterval(timer)
  }
}
