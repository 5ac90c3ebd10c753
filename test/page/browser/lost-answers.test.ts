import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { browserTest, loseAnswers, withBrowser } from './with-browser.ts'

browserTest('a thought whose answer was lost is filed once, however often it is added', () =>
  withBrowser(['work'], { 'work/a.md': 'A\n' }, async ({ flint, page }) => {
    const field = page.getByRole('textbox', { name: 'A thought for the inbox' })
    const find = await loseAnswers(page, 'capture_to_inbox')
    await field.fill('buy milk')
    await field.press('Enter')
    await page.getByText('It is not known whether this was saved. Add it again: it is filed once.').waitFor()
    expect(await field.inputValue()).toBe('buy milk')
    await page.reload()
    await page.getByText('Add it again: it is filed once.').waitFor()
    find()
    await field.press('Enter')
    await page.getByText('Add it again: it is filed once.').waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('')
    // The same thought, had twice, is two.
    await field.fill('buy milk')
    await field.press('Enter')
    await page.locator('.inbox-text', { hasText: 'buy milk' }).nth(1).waitFor()
    const inbox = await readFile(join(flint.folder, 'work/inbox.md'), 'utf8')
    expect(inbox.split('buy milk')).toHaveLength(3)
  }),
)

for (const [what, before] of Object.entries({
  'a note': '# A\n',
  'a note whose properties flint keeps': '---\nupdated: 2026-01-01\n---\n# A\n',
}))
  browserTest(`a save of ${what} whose answer was lost is no conflict with one's own text`, () =>
    withBrowser(['work'], { 'work/a.md': before }, async ({ flint, page, origin }) => {
      await page.goto(`${origin}/ui/note/work/a.md?part=edit`)
      const field = page.locator('#editor-text')
      await field.focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('mine')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'What will be saved' }).waitFor()
      const find = await loseAnswers(page, 'update_note')
      await page.keyboard.press('Control+s')
      await page
        .getByText('It is not known whether this was saved')
        .or(page.getByText('Saved.', { exact: true }))
        .waitFor()
      find()
      await page.getByText('Saved.', { exact: true }).waitFor()
      await field.waitFor({ state: 'detached' })
      expect(await page.getByText('Not saved yet').count()).toBe(0)
      expect(await readFile(join(flint.folder, 'work/a.md'), 'utf8')).toMatch(/# A\nmine$/)
    }),
  )
