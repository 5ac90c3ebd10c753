import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

const names = Array.from({ length: 31 }, (_, number) => `leek-${number}`)
const files = Object.fromEntries(names.map((name) => [`main/${name}.md`, `# ${name}\n\nOf leeks.\n`]))

browserTest('a search shows as many notes as fill a screen, and the others when they are wanted', () =>
  withBrowser(['main'], files, async ({ page, origin, faults }) => {
    await page.goto(`${origin}/ui/search`)
    await page.getByRole('searchbox', { name: 'Search' }).fill('leeks')
    await page.getByText('31 notes').waitFor()
    const hits = page.locator('.results .hit')
    expect(await hits.count()).toBe(20)
    const more = page.getByRole('button', { name: 'Show more' })
    await more.click()
    await hits.nth(30).waitFor()
    expect(await more.count()).toBe(0)
    // Other words begin anew.
    await page.getByRole('searchbox', { name: 'Search' }).fill('of leeks')
    await more.waitFor()
    expect(await hits.count()).toBe(20)
    expect(faults).toEqual([])
  }),
)
