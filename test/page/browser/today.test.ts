import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, whenLoaded, withBrowser } from './with-browser.ts'

browserTest('Today over all vaults names one whose folder is away, above changes and tasks', () =>
  withBrowser(
    ['work', 'home'],
    { 'work/a.md': '- [ ] pay\n', 'home/b.md': '- [ ] sow\n' },
    async ({ flint, page, origin }) => {
      await rename(join(flint.folder, 'home'), join(flint.folder, 'away'))
      await page.goto(`${origin}/ui`)
      await page.getByRole('checkbox', { name: 'pay' }).waitFor()
      await whenLoaded(page)
      for (const name of ['Changed in the last day', 'Open tasks']) {
        const heading = page.getByRole('heading', { name })
        const card = page.locator('section.card', { has: heading })
        await card.getByText('The folder of vault "home" is not there.').waitFor()
      }
      expect(await page.getByRole('checkbox').count()).toBe(1)
    },
  ),
)

browserTest('Today counts all changes of others since the last look, be they more than it has loaded', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n' }, async ({ flint, page, origin }) => {
    await flint.run(['append', 'a.md', 'More.', '--vault', 'work'])
    await page.route('**/ui/s/*/call', async (route) => {
      const { tool, args } = route.request().postDataJSON()
      if (tool !== 'list_changes') return route.fallback()
      const response = await route.fetch()
      const json = await response.json()
      const isOwn = args.actor === 'person'
      Object.assign(json.result, isOwn ? { total: 3 } : { total: 2_203, has_more: true, next_cursor: 'x' })
      return route.fulfill({ response, json })
    })
    await page.goto(`${origin}/ui`)
    await page.getByRole('button', { name: 'I have seen all 2200', exact: true }).waitFor()
    await page.getByRole('link', { name: 'All 2200, and earlier ones' }).waitFor()
  }),
)

browserTest('what came since the changes were shown is not seen with them', () =>
  withBrowser(['work'], { 'work/a.md': '# A\n', 'work/b.md': '# B\n' }, async ({ flint, page, origin }) => {
    const append = (name: string) => flint.run(['append', name, 'More.', '--vault', 'work'])
    await append('a.md')
    // A browser that was asleep has no news.
    await page.route('**/ui/s/*/news', (route) => route.fulfill({ status: 204 }))
    await page.goto(`${origin}/ui`)
    await page.getByText('a.md').waitFor()
    await append('b.md')
    await page.getByRole('button', { name: 'I have seen these' }).click()
    await page.getByText('b.md').waitFor()
    expect(await page.getByText('a.md').count()).toBe(0)
  }),
)
