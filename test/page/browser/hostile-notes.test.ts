import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect } from 'vitest'
import { times } from '../../support/long.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { browserTest, goOn, placeOf, whenLoaded, withBrowser } from './with-browser.ts'

const changed = '<img src=x onerror=alert(1)>.md'
const run = 'top.harmed=1;alert(1)'
const named = {
  'main/<img src=x onerror=alert(1)>.md': `# <script>${run}</script>\n\nFirst.\n`,
  'main/quotes "onmouseover="alert(1).md': '# Quotes of a hostile name\n',
  'main/drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><script>${run}</script></svg>`,
  'main/board.canvas': JSON.stringify({
    nodes: [
      {
        id: '1',
        type: 'text',
        text: `<img src=x onerror="${run}"> [[missing <b>]]`,
        x: 0,
        y: 0,
        width: 1,
        height: 1,
      },
    ],
    edges: [],
  }),
  'main/front.md': `---\ntitle: "<img src=x onerror=${run}>"\ntags: ["<script>", "a\\"b"]\nurl: javascript:${run}\naliases: ["<svg onload=${run}>"]\n---\n- [ ] <img src=x onerror=${run}> 📅 2026-01-01\n\n![[drawing.svg]] ![](https://evil.example/pixel.png) [[nowhere <img src=x>]]\n`,
  'main/inbox.md': `- <img src=x onerror=${run}>\n`,
}

browserTest(
  'hostile notes run nothing and load nothing from elsewhere, in every view',
  () => {
    const texts = Object.entries(hostileTexts)
    const notes = Object.fromEntries(texts.map(([, text], at) => [`main/hostile/${at}.md`, text]))
    return withBrowser(['main'], { ...notes, ...named }, async ({ page, origin, faults, flint }) => {
      await flint.run([
        'call',
        'append_to_note',
        '--json',
        JSON.stringify({ identifier: changed, content: `<img src=x onerror=${run}>` }),
      ])
      const ofTexts = texts.map((_text, at) => `note/main/hostile/${at}.md`)
      const paths = [
        ...ofTexts,
        ...['<img src=x onerror=alert(1)>', 'quotes "onmouseover="alert(1)', 'front', 'inbox'].map(
          (name) => `note/main/${encodeURIComponent(`${name}.md`)}`,
        ),
        'search?q=img',
        `search?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
        'activity',
        'change/main/1',
        `past/main/1/${encodeURIComponent(changed)}`,
        `note/main/${encodeURIComponent(changed)}?part=history`,
        'note/main/front.md?part=history',
        'note/main/front.md?part=edit',
        'graph/main',
        'health/main',
        'settings',
        '',
      ]
      const harmed: string[] = []
      const empty: string[] = []
      // Some of the texts come in a document of their own, in full all of them; the others as a link of the page shows them.
      const linked = new Set(ofTexts.filter((_path, at) => at % times(20, 1) > 0))
      for (const path of paths) {
        if (linked.has(path)) await goOn(page, `/ui/${path}`)
        else {
          await page.goto(`${origin}/ui/${path}`)
          await page.waitForLoadState('load')
        }
        await whenLoaded(page)
        for (const details of await page.locator('summary').all())
          await details.click().catch(() => undefined)
        // What ran in a document is gone with it.
        const isHarmed = await page.evaluate(() => 'harmed' in globalThis)
        if (isHarmed || new URL(page.url()).origin !== origin) harmed.push(path)
        if (!/<img|hostile|onmouseover/.test(await page.locator('main').innerText())) empty.push(path)
      }
      expect(harmed).toEqual([])
      // Every view has shown something of these notes: their text, or where they lie.
      expect(empty).toEqual([])
      // A vault's own drawing, opened by itself, is a picture and no program.
      await page.goto(origin + (await placeOf(page)) + 'file/main/drawing.svg').catch(() => undefined)
      expect(faults.filter((fault) => !fault.includes('403'))).toEqual([])
    })
  },
  240_000,
)

const drawn = {
  'main/a.md': '# A\n\n![dot](dot.svg)\n',
  'main/dot.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><circle cx="15" cy="15" r="9"/></svg>',
}

browserTest('a page of another origin reaches nothing, whatever it tries', () =>
  withBrowser(['main'], drawn, async ({ context, origin, flint, page: own }) => {
    await own.goto(`${origin}/ui/note/main/a.md`)
    const picture = own.locator('img[alt="dot"]')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(30)
    const cookies: string[] = []
    const evil = createServer((request, response) => {
      cookies.push(request.headers.cookie ?? '')
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>evil</title>')
    })
    evil.listen(0, '127.0.0.1')
    await once(evil, 'listening')
    const address = evil.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const page = await context.newPage()
    const place = await placeOf(own)
    // A cookie knows no port: it would come along to an address that another server can think of.
    for (const path of ['/ui', '/ui/s/', '/']) await page.goto(`http://127.0.0.1:${port}${path}`)
    const sent = await context.cookies(origin + place)
    expect(sent).toMatchObject([{ path: place, httpOnly: true, sameSite: 'Strict' }])
    const tried = await page.evaluate(
      async ([target, ofSession]) => {
        const body = JSON.stringify({ tool: 'append_to_note', args: { identifier: 'a.md', content: 'x' } })
        const json = { 'content-type': 'application/json' }
        const attempts: [string, RequestInit][] = [
          [`${ofSession}call`, { method: 'POST', body, headers: json, credentials: 'include' }],
          [`${ofSession}call`, { method: 'POST', body, mode: 'no-cors', credentials: 'include' }],
          [
            `${ofSession}call`,
            { method: 'POST', body, headers: { 'content-type': 'text/plain' }, credentials: 'include' },
          ],
          [`${ofSession}file/main/a.md`, { credentials: 'include' }],
          [`${ofSession}news`, { credentials: 'include' }],
          ['/ui', { credentials: 'include' }],
        ]
        const read = await Promise.all(
          attempts.map(async ([path, init]) =>
            fetch(target + path, init).then(
              async (response) => await response.text(),
              () => '',
            ),
          ),
        )
        const form = document.createElement('form')
        form.method = 'post'
        form.enctype = 'text/plain'
        form.action = `${target}${ofSession}call`
        form.target = 'framed'
        const frame = document.createElement('iframe')
        frame.name = 'framed'
        document.body.append(form, frame)
        const submitted = new Promise((resolve) => {
          frame.addEventListener('load', resolve)
        })
        form.submit()
        await submitted
        const framed = document.createElement('iframe')
        framed.src = `${target}/ui`
        const loaded = new Promise((resolve) => {
          framed.addEventListener('load', resolve)
        })
        document.body.append(framed)
        await loaded
        return { read, framed: framed.contentDocument?.title ?? '' }
      },
      [origin, place] as const,
    )
    evil.closeAllConnections()
    evil.close()
    expect(tried.read.join('')).toBe('')
    expect(tried.framed).toBe('')
    expect(cookies.join('')).toBe('')
    const { changes } = await flint.json(['history'])
    expect(changes).toEqual([])
  }),
)
