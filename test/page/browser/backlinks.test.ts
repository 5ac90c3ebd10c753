import { browserTest, withBrowser } from './with-browser.ts'

browserTest('all that links to a note can be reached, be it more than is shown at first', () =>
  withBrowser(
    ['work'],
    { 'work/a.md': '# A\n', 'work/b.md': '[[a]]\n\n'.repeat(230), 'work/the last.md': '[[a]]\n' },
    async ({ page, origin }) => {
      await page.goto(`${origin}/ui/note/work/a.md`)
      await page.getByText('31 more are not shown.').waitFor()
      await page.getByRole('button', { name: 'Show more' }).click()
      await page.getByText('more are not shown.').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'the last' }).first().waitFor()
    },
  ),
)
