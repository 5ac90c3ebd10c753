import { expect } from 'vitest'
import { browserTest, placeOf, withBrowser } from './with-browser.ts'

browserTest('a page that was left asks for no more news, neither later nor when its tab is seen again', () =>
  withBrowser(['work'], { 'work/a.md': 'A\n' }, async ({ page, faults }) => {
    let asked = 0
    // A browser gives up on this answer: the page asks again after three seconds.
    await page.route('**/ui/s/*/news', async (route) => {
      asked += 1
      await route.fulfill({ status: 204 })
    })
    await page.clock.install()
    await page.reload()
    await page.getByText('Not connected').waitFor()
    await page.getByRole('button', { name: 'Leave this page' }).click()
    await page.getByRole('button', { name: 'Let me in' }).waitFor()
    // Answered here, as news are, so that what was asked for before is counted by then.
    await page.route('**/barrier', (route) => route.fulfill({ status: 204 }))
    const settle = () => page.evaluate(() => fetch('/barrier').then(() => undefined))
    await settle()
    const before = asked
    await page.clock.runFor(4_000)
    await settle()
    expect(asked).toBe(before)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await settle()
    expect(asked).toBe(before)
    // A page whose news broke off asks whether its session is known, which has ended by then on a slow machine.
    expect(faults.filter((fault) => !fault.includes('401'))).toEqual([])
  }),
)

browserTest('whose session has ended is shown the way in, and whose session goes on stays in', () =>
  withBrowser(['work'], { 'work/a.md': 'A\n' }, async ({ page, origin }) => {
    // The address that was printed, opened once more.
    await page.goto('about:blank')
    await page.goto(`${origin}/ui#t=${'x'.repeat(43)}`)
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    await page.route('**/ui/s/*/news', (route) => route.fulfill({ status: 204 }))
    await page.setViewportSize({ width: 390, height: 800 })
    await page.clock.install()
    await page.reload()
    await page.getByText('Not connected').waitFor()
    expect((await page.locator('.header').boundingBox())?.height).toBeLessThan(120)
    const leave = `${await placeOf(page)}leave`
    const left = await page.evaluate(async (address) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      return answer.status
    }, leave)
    expect(left).toBe(204)
    await page.clock.runFor(4_000)
    await page.getByRole('button', { name: 'Let me in' }).waitFor()
  }),
)
