import { expect } from 'vitest'
import { browserTest, withBrowser } from './with-browser.ts'

const focused = () =>
  document.activeElement?.closest('li')?.textContent.trim() ?? document.activeElement?.tagName

browserTest('the focus goes on to the next task, the one before, and the heading as tasks are ticked', () =>
  withBrowser(['work'], { 'work/a.md': '- [ ] one\n- [ ] two\n- [ ] three\n' }, async ({ page }) => {
    const tick = async (name: string) => {
      await page.keyboard.press('Space')
      await page.getByRole('checkbox', { name, exact: true }).waitFor({ state: 'detached' })
    }
    await page.getByRole('checkbox', { name: 'two', exact: true }).focus()
    await tick('two')
    await expect.poll(() => page.evaluate(focused)).toBe('three')
    await tick('three')
    await expect.poll(() => page.evaluate(focused)).toBe('one')
    await tick('one')
    await expect.poll(() => page.evaluate(focused)).toBe('H1')
  }),
)

browserTest('the focus stays in the row of a change that is undone', () =>
  withBrowser(['work'], { 'work/a.md': 'A\n' }, async ({ flint, page, origin }) => {
    await flint.run(['append', 'a.md', 'More.', '--vault', 'work'])
    await page.goto(`${origin}/ui/activity`)
    await page.getByRole('button', { name: /^Undo: .*a\.md/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo 1 change' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('undone', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(focused)).toMatch(/a\.md.*undone/s)
  }),
)

browserTest('whoever follows a link to a section has the focus on its heading', () =>
  withBrowser(
    ['work'],
    { 'work/a.md': 'See [[b#Deep]] and [[b]].\n', 'work/b.md': '# B\n\nAbove.\n\n## Deep\n\nBelow.\n' },
    async ({ page, origin }) => {
      const heading = () => page.evaluate(() => document.activeElement?.textContent)
      await page.goto(`${origin}/ui/note/work/a.md`)
      await page.getByRole('link', { name: 'Deep' }).first().click()
      await expect.poll(heading).toBe('Deep')
      await page.goBack()
      await page.getByRole('link', { name: 'b', exact: true }).first().click()
      await expect.poll(heading).toBe('B')
    },
  ),
)
