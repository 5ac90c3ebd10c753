import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'vitest'
import { findBrowser } from '../../../scripts/browser/find-browser.mjs'
import { runCli } from '../../../src/cli/run-cli.ts'
import { type Flint, withFlint } from '../../cli/with-flint.ts'

const found = await findBrowser()

type BrowserTest = (name: string, run: () => Promise<void>, ms?: number) => void

const skipped: BrowserTest = (name) => {
  test.skip(`${name} (no Chromium here: set FLINT_CHROMIUM)`, () => undefined)
}

/** A test that needs a Chromium; it says so where there is none. */
export const browserTest: BrowserTest =
  found === null
    ? skipped
    : (name, run, ms = 120_000) => {
        test(name, run, ms)
      }

/** As root it has no sandbox; it asks nobody outside. */
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let launched: Promise<Browser> | null = null

/** The Chromium of the tests in this process, each of which has a profile of its own. It ends with the process. */
async function theBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: found ?? '', args: switches })
  return await launched
}

export interface OpenedPage {
  readonly flint: Flint
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  /** `http://127.0.0.1:PORT` */
  readonly origin: string
  /** Requests to other hosts, errors of scripts, and what the browser refused to run. */
  readonly faults: readonly string[]
  /** Where the browser asked before it let go of a text, which it then did. */
  readonly asked: readonly string[]
}

/** Waits until the view shows what it has loaded, or why it could not. */
export async function whenLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll('main .loaded')]
    return parts.every((part) => part.getAttribute('aria-busy') === 'false')
  })
}

/** Shows another note without loading the page anew, as a link of the page does. */
export async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  // From then on the view says whether what it shows is that note.
  await page.locator(`.tabs a[aria-current="page"][href=${JSON.stringify(address)}]`).waitFor()
}

/** `/ui/s/PLACE/`, below which lies what only this session is answered. */
export async function placeOf(page: Page): Promise<string> {
  return await page.evaluate(() => `/ui/s/${localStorage.getItem('flint session')}/`)
}

export interface Held {
  /** When the call has been sent. */
  readonly sent: Promise<null>
  /** Lets its answer come. */
  readonly release: () => void
}

/** Holds back the answer to the next call of a tool. */
export async function holdAnswer(page: Page, tool: string): Promise<Held> {
  const sent = Promise.withResolvers<null>()
  const released = Promise.withResolvers<null>()
  const isIt = (body: string | null) => body?.startsWith(`{"tool":"${tool}"`) === true
  let isHeld = false
  await page.route('**/ui/s/*/call', async (route) => {
    if (isHeld || !isIt(route.request().postData())) {
      await route.fallback()
      return
    }
    isHeld = true
    sent.resolve(null)
    const response = await route.fetch()
    await released.promise
    await route.fulfill({ response })
  })
  return { sent: sent.promise, release: () => released.resolve(null) }
}

/** Has the server do what a tool is called for, and loses its answers. Returns how to end that. */
export async function loseAnswers(page: Page, tool: string): Promise<() => void> {
  let isOver = false
  await page.route('**/ui/s/*/call', async (route) => {
    if (isOver || route.request().postData()?.startsWith(`{"tool":"${tool}"`) !== true) {
      await route.fallback()
      return
    }
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => {
    isOver = true
  }
}

interface Served {
  readonly address: string
  readonly stop: () => Promise<unknown>
}

/** Serves the page: `flint ui` with these options. */
type Serve = (flint: Flint, options: readonly string[]) => Promise<Served>

/** The program itself. */
export const asProcess: Serve = async (flint, options) => {
  const child = flint.start(['ui', '--no-open', ...options])
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill()
    await ended
  }
  return { address: await addressIn(child.stderr, ended), stop }
}

/** In this process, whose signals are not for it alone. */
const here: Serve = async ({ env, folder }, options) => {
  const others = new Set(process.listeners('SIGTERM'))
  const stderr = new PassThrough()
  const ended = runCli({
    argv: ['ui', '--no-open', ...options],
    env,
    cwd: join(folder, 'home'),
    streams: { stdin: Readable.from([]), stdout: new PassThrough().resume(), stderr },
    interruption: () => new AbortController().signal,
  })
  const address = await addressIn(stderr, ended)
  const listeners = process.listeners('SIGTERM').filter((listener) => !others.has(listener))
  const stop = async () => {
    for (const listener of listeners) listener('SIGTERM')
    await ended
  }
  return { address, stop }
}

/** The address that is printed for a browser. */
async function addressIn(stderr: Readable, ended: Promise<unknown>): Promise<string> {
  return await new Promise((resolve, reject) => {
    createInterface(stderr).on('line', (line) => {
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/ui#t=\S+/.exec(line) ?? []
      if (url !== undefined) resolve(url)
    })
    void ended.then(() => {
      reject(new Error('flint ui has ended.'))
    })
  })
}

/** The page of `flint ui` over these folders, each a vault of its name, open in a browser whose person was let in. */
export async function withBrowser(
  vaults: readonly string[],
  files: Readonly<Record<string, string>>,
  use: (opened: OpenedPage) => Promise<void>,
  options: readonly string[] = [],
  serve = here,
): Promise<void> {
  await withFlint(files, async (flint) => {
    for (const id of vaults) await flint.run(['create', id, `Vault ${id}`, `${flint.folder}/${id}`])
    const browser = await theBrowser()
    const { address, stop } = await serve(flint, options)
    const { origin } = new URL(address)
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
      const page = await context.newPage()
      const faults: string[] = []
      context.on('request', (request) => {
        if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
          faults.push(`request to ${request.url()}`)
      })
      page.on('pageerror', (error) => faults.push(`error ${error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console ${message.text()}`)
      })
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        if (dialog.type() === 'beforeunload') {
          asked.push(new URL(page.url()).pathname)
          void dialog.accept()
          return
        }
        faults.push(`dialog ${dialog.message()}`)
        void dialog.dismiss()
      })
      await page.goto(address)
      await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
      await use({ flint, browser, context, page, origin, faults, asked })
    } finally {
      for (const context of browser.contexts()) {
        // Routes that still wait for an answer would fail after the test.
        await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
        await context.close()
      }
      await stop()
    }
  })
}

/** `withBrowser`, where the page is served by the program as it is published. */
export async function withProgram(...[vaults, files, use]: Parameters<typeof withBrowser>): Promise<void> {
  await withBrowser(vaults, files, use, [], asProcess)
}
