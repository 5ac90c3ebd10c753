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
      for (const name of ['Changed since you last looked', 'Open tasks']) {
        const heading = page.getByRole('heading', { name })
        const card = page.locator('section.card', { has: heading })
        await card.getByText('The folder of vault "home" is not there.').waitFor()
      }
      expect(await page.getByRole('checkbox').count()).toBe(1)
    },
  ),
)
