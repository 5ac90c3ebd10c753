import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

const names = Array.from({ length: 31 }, (_, number) => `leek-${number}`)
const files = Object.fromEntries(names.map((name) => [`main/${name}.md`, `# ${name}\n\nOf leeks.\n`]))

browserTest('a search shows as many notes as fill a screen, and the others when they are wanted', () =>
  withBrowser(['main'], files, async ({ page, origin, faults }) => {
    await page.goto(`${origin}/ui/search`)
    await page.getByRole('searchbox', { name: 'Search' }).fill('leeks')
    await page.getByText('31 notes.').waitFor()
    const hits = page.locator('.results .hit')
    expect(await hits.count()).toBe(20)
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await hits.nth(30).waitFor()
    expect(await more.count()).toBe(0)
    // So it is still for who comes back from one of them.
    await hits.nth(30).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /leek-/ }).waitFor()
    await page.goBack()
    await hits.nth(30).waitFor()
    // What finds nothing says so once.
    await page.getByRole('searchbox', { name: 'Search' }).fill('-leeks')
    await page.getByText('No note fits.').waitFor()
    expect(await page.locator('.result-line').textContent()).not.toMatch(/No note fits.*No note fits/s)
    await page.goto(`${origin}/ui/note/main/leek-99`)
    await page
      .getByRole('link', { name: /^leek-\d+\.md$/ })
      .first()
      .waitFor()
    await page.goto(`${origin}/ui/search?q=leeks`)
    // Other words begin anew.
    await page.getByRole('searchbox', { name: 'Search' }).fill('of leeks')
    await more.waitFor()
    expect(await hits.count()).toBe(20)
    expect(faults).toEqual([])
  }),
)

browserTest('a note that names the day of its last change shows that day, west of Greenwich too', () =>
  withBrowser(
    ['main'],
    { 'main/day.md': '---\nupdated: 2024-11-28\n---\nOf leeks.\n' },
    async ({ browser, context, origin }) => {
      const there = await browser.newContext({
        storageState: await context.storageState(),
        timezoneId: 'America/New_York',
      })
      const page = await there.newPage()
      await page.goto(`${origin}/ui/note/main/day.md`)
      const time = page.locator('.facts time')
      await time.waitFor()
      expect(await time.textContent()).toBe('28 Nov 2024')
      await page.goto(`${origin}/ui/search?q=leeks`)
      const found = page.locator('.hit time')
      await found.waitFor()
      expect(await found.textContent()).toBe('28 Nov 2024')
    },
  ),
)

browserTest('a search without a model that was being loaded is asked again by itself', () =>
  withBrowser(['main'], { 'main/day.md': 'Of leeks.\n' }, async ({ page, origin, faults }) => {
    let asked = 0
    await page.route('**/ui/s/*/call', async (route) => {
      if (route.request().postData()?.startsWith('{"tool":"search_notes"') !== true || ++asked > 1) {
        await route.fallback()
        return
      }
      const response = await route.fetch()
      const { result, ...rest } = await response.json()
      const halves = {
        keyword: true,
        semantic: false,
        reason: 'The model is still being loaded.',
        loading: true,
      }
      await route.fulfill({ response, json: { ...rest, result: { ...result, halves } } })
    })
    await page.goto(`${origin}/ui/search?q=leeks`)
    const line = page.locator('.result-line')
    await line.getByText('The model is still being loaded.').waitFor()
    await line.getByText('The model is still being loaded.').waitFor({ state: 'detached' })
    expect(asked).toBe(2)
    expect(faults).toEqual([])
  }),
)
